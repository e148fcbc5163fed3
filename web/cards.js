// Names of cards, for eyes and ears.
// @ts-check
import { t } from "./text.js";

/** "Queen of spades" for `Qs`. @param {string} card */
export function cardName(card) {
  const rank = /** @type {Record<string, string>} */ (t.cards.ranks)[card.charAt(0)];
  const suit = /** @type {Record<string, string>} */ (t.cards.suits)[card.charAt(1)];
  return t.cards.name(rank ?? card.charAt(0), suit ?? card.charAt(1));
}

/** A face of the server's (`{"up":"Qs"}` or `"down"`) as a card's name, or `null` for its back.
 * @param {import("./protocol").Face} face @returns {string | null} */
export function faceOf(face) {
  return typeof face === "object" && face !== null ? face.up : null;
}
