// The page at an address that leads nowhere.
// @ts-check
import { runPage } from "../house.js";

runPage(async () => {});
