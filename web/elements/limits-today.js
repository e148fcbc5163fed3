// What a Player has used of his limits today, for the lobby: nothing where he has set none.
//
//   parent.append(limitsToday());     // fills itself
// @ts-check
import { call, page } from "../api.js";
import { h } from "../dom.js";
import { t } from "../text.js";

export function limitsToday() {
  const part = h("section", { class: "limits-today" }, h("h2", { class: "label" }, t.limitsToday.title));
  call("GET", "me").then(() => {
    part.append(h("p", { class: "note" }, h("a", { href: page("limits") }, t.limitsToday.set)));
  });
  return part;
}
