// Keys of the keyboard, as wishes. They work anywhere on the page unless a field has the focus or a dialog is open;
// a setting turns the letters off.
// @ts-check

/** What each key asks for; which of these are open is decided elsewhere. @type {Record<string, string>} */
const LETTERS = {
  a: "spot ante",
  l: "spot pair_plus",
  j: "spot jackpot",
  v: "spot five_card",
  z: "undo",
  d: "double",
  s: "same-again",
  f: "fold",
  k: "keep",
  x: "hide",
  b: "blind withdraw",
  p: "play reveal stand continue",
  w: "why",
  t: "tell time",
  h: "tell hand",
  m: "tell meter",
  n: "tell standing",
};

const OTHERS = /** @type {Record<string, string>} */ ({
  ArrowUp: "more",
  ArrowDown: "less",
  Delete: "clear",
  Enter: "done least-ante sit",
  " ": "look",
  "?": "help",
});

/** The wish of a key, or `null`: names separated by spaces, the first that is open counts.
 * @param {{ key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, isComposing?: boolean }} event
 * @param {{ letters: boolean, isTyping: boolean, isOnControl: boolean }} where
 * @returns {string | null} */
export function wishOf(event, { letters, isTyping, isOnControl }) {
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const { key } = event;
  // A key that has the focus takes these itself.
  if (isOnControl && (key === "Enter" || key === " ")) return null;
  if (/^[0-9]$/.test(key)) return `digit ${key}`;
  if (OTHERS[key]) return OTHERS[key] ?? null;
  if (!letters) return null;
  return LETTERS[key.toLowerCase()] ?? null;
}
