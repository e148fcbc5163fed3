// Elements made and patched without markup: names, amounts and texts of others only ever become text.
// @ts-check

/** @typedef {Node | string | number | null | undefined | false} Child */

/** Makes an element: `h("p", { class: "note" }, "words", other)`. Attributes that are `false`, `null` or
 * `undefined` are left out, `true` is the bare attribute, functions are listeners (`onclick`).
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, unknown>} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]} */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...nodes(children));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for drawings.
 * @param {string} tag @param {Record<string, unknown>} [attributes] @param {...Child} children
 * @returns {SVGElement} */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  setAttributes(element, attributes);
  element.append(...nodes(children));
  return element;
}

/** @param {Element} element @param {Record<string, unknown>} attributes */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === false || value === null || value === undefined) {
      if (element.hasAttribute(name)) element.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function nodes(children) {
  /** @type {(Node | string)[]} */
  const kept = [];
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    kept.push(child instanceof Node ? child : String(child));
  }
  return kept;
}

/** Sets the text of an element where it differs, so that selections and screen readers are left alone.
 * @param {Element | null} element @param {string} text */
export function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** Replaces the children only where `mark` (what they were made from) changed.
 * @param {Element} parent @param {unknown} from @param {() => Child[]} make */
export function render(parent, from, make) {
  const mark = JSON.stringify(from);
  if (marks.get(parent) === mark) return;
  marks.set(parent, mark);
  parent.replaceChildren(...nodes(make()));
}

/** @type {WeakMap<Element, string>} */
const marks = new WeakMap();

/** Keeps the children of `parent` in step with `items`: one child a key, made once, updated in place, moved
 * only where the order changed.
 * @template T
 * @param {Element} parent @param {readonly T[]} items @param {(item: T) => string | number} key
 * @param {(item: T) => Element} make @param {(element: any, item: T) => void} [update] */
export function patchList(parent, items, key, make, update) {
  const known = new Map();
  for (const child of [...parent.children]) {
    const name = /** @type {HTMLElement} */ (child).dataset.key;
    if (name !== undefined) known.set(name, child);
  }
  let after = /** @type {Element | null} */ (null);
  for (const item of items) {
    const name = String(key(item));
    let child = known.get(name);
    if (child) known.delete(name);
    else {
      child = make(item);
      child.dataset.key = name;
    }
    update?.(child, item);
    const place = after ? after.nextElementSibling : parent.firstElementChild;
    if (child !== place) parent.insertBefore(child, place);
    after = child;
  }
  for (const gone of known.values()) gone.remove();
}

/** The shape of a bet, filled where it won. @param {string} bet */
export function shape(bet) {
  return svg("svg", { class: "sh", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: `#b-${bet}` }));
}

/** The drawings of cards, chips and shapes, added to the page once. Asked for as a document, because text
 * that becomes markup is forbidden on our pages. */
export function loadSprite() {
  if (document.getElementById("sprite")) return;
  const holder = document.body.appendChild(h("div", { id: "sprite", hidden: false }));
  const request = new XMLHttpRequest();
  request.open("GET", new URL("./sprite.svg", import.meta.url));
  request.responseType = "document";
  request.onload = () => {
    const drawing = request.responseXML?.documentElement;
    if (drawing) holder.append(document.importNode(drawing, true));
  };
  request.send();
}
