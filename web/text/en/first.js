// The texts that the table loads, in English, by their parts; `pages.js` has those of the other pages.
// @ts-check
import { common } from "./common.js";
import { table } from "./table.js";

export const first = { ...common, ...table };
