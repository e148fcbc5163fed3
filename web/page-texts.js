// The texts of the pages beside the table, added to those that the table has. Modules that the table never loads take
// `t` from here.
// @ts-check
import { pages } from "./text/en/pages.js";
import { fillTexts, t as first } from "./text.js";

export const t = Object.assign(first, pages);
export { fillTexts };
