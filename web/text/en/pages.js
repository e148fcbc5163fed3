// The texts of the pages beside the table, in English, by their parts.
// @ts-check
import { house } from "./house.js";
import { limits } from "./limits.js";
import { rounds } from "./rounds.js";
import { rules } from "./rules.js";

export const pages = { ...house, ...rules, ...rounds, ...limits };
