// The proof of a deck, recomputed by the page itself. docs/FAIRNESS.md is the description this follows; nothing
// here asks the house anything. Read it, or write your own: `sha256sum` and a pencil are enough.
//
//   const found = await checkDeck(round.proof, openHandsOf(round.events));
//   found.holds            // whether every step holds
//   found.steps            // [{ what: "promise", whose: "house", holds: true, … }, …]
// @ts-check

/** @typedef {{ player: number, promise: string, seed: string | null }} PlayerSeed */
/** @typedef {{ table: number, round: number, deal: number, house: { promise: string | null, seed: string },
 *   players: PlayerSeed[], deck: string[] | null }} Proof */
/** A hand that lay open: where it was dealt, from which places of the deck, and its cards.
 * @typedef {{ to: string, places: number[], cards: string[] }} OpenHand */
/** What was compared with what: a seed with its promise (`whose`), the deck with the published one, a hand
 * (`to`) with its places in the deck.
 * @typedef {{ what: "promise", whose: "house" | number, promised: string | null, found: string, holds: boolean }
 *   | { what: "deck", holds: boolean } | { what: "hand", to: string, holds: boolean }} Step */

/** The deck before it is shuffled: 2c 2d 2h 2s 3c … Ac Ad Ah As. */
export const NEW_DECK = Array.from("23456789TJQKA").flatMap((rank) => Array.from("cdhs", (suit) => rank + suit));

/** SHA-256 of a text, as 64 hexadecimal digits. @param {string} text @returns {Promise<string>} */
async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether this browser computes digests here: it does on encrypted connections and on this machine. */
export function canCheck() {
  return globalThis.crypto?.subtle !== undefined;
}

/** The digest by which a seed was promised before the cards.
 * @param {{ table: number, round: number }} deal @param {"house" | number} whose @param {string} seed */
export function promiseOf({ table, round }, whose, seed) {
  const name = whose === "house" ? "house" : `player ${whose}`;
  return sha256(`queenhigh seed\ntable ${table}\nround ${round}\n${name}\n${seed}\n`);
}

/** The deck that follows from the house's seed and the seeds that Players opened.
 * @param {Proof} proof @returns {Promise<string[]>} */
export async function deckOf({ table, round, deal, house, players }) {
  let text = `queenhigh deck\ntable ${table}\nround ${round}\nhouse ${house.seed}\n`;
  for (const { player, seed } of [...players].sort((one, other) => one.player - other.player)) {
    // A Player who did not open his seed is left out.
    if (seed !== null) text += `player ${player} ${seed}\n`;
  }
  if (deal > 1) text += `deal ${deal}\n`;
  const nextByte = await chanceOf(await sha256(text));
  const deck = [...NEW_DECK];
  for (let place = 51; place >= 1; place -= 1) {
    const chosen = await numberBelow(place + 1, nextByte);
    const [one, other] = [/** @type {string} */ (deck[place]), /** @type {string} */ (deck[chosen])];
    [deck[place], deck[chosen]] = [other, one];
  }
  return deck;
}

/** Bytes of chance, one after another: the digest of `<key> 0`, then that of `<key> 1`, and so on.
 * @param {string} key @returns {Promise<() => Promise<number>>} */
async function chanceOf(key) {
  let number = 0;
  let block = await sha256(`${key} ${number}\n`);
  let read = 0;
  return async () => {
    if (read === 64) {
      number += 1;
      block = await sha256(`${key} ${number}\n`);
      read = 0;
    }
    read += 2;
    return Number.parseInt(block.slice(read - 2, read), 16);
  };
}

/** A number from 0 to `bound - 1`, each as likely as any other: a byte of the incomplete last run is passed
 * over. @param {number} bound @param {() => Promise<number>} nextByte */
async function numberBelow(bound, nextByte) {
  const wholeRuns = 256 - (256 % bound);
  for (;;) {
    const byte = await nextByte();
    if (byte < wholeRuns) return byte % bound;
  }
}

/** Checks everything a proof claims: each seed against its promise, the deck against the seeds, and the hands
 * that lay open on the table against the deck.
 * @param {Proof} proof @param {OpenHand[]} openHands
 * @returns {Promise<{ holds: boolean, steps: Step[], deck: string[] }>} */
export async function checkDeck(proof, openHands) {
  /** @type {Step[]} */
  const steps = [];
  /** @param {"house" | number} whose @param {string | null} promised @param {string} seed */
  const check = async (whose, promised, seed) => {
    const found = await promiseOf(proof, whose, seed);
    steps.push({ what: "promise", whose, promised, found, holds: found === promised });
  };
  await check("house", proof.house.promise, proof.house.seed);
  for (const { player, promise, seed } of proof.players) {
    if (seed !== null) await check(player, promise, seed);
  }
  const deck = await deckOf(proof);
  if (proof.deck) steps.push({ what: "deck", holds: proof.deck.join() === deck.join() });
  for (const { to, places, cards } of openHands) {
    const dealt = places.map((place) => deck[place]);
    // A hand is shown in order of rank, not in the order in which its cards left the deck.
    const holds = [...dealt].sort().join() === [...cards].sort().join();
    steps.push({ what: "hand", to, holds });
  }
  return { holds: steps.every((step) => step.holds), steps, deck };
}

/** The hands that lay open, and the places in the deck they were dealt from, counted from 0. Cards leave the
 * deck in the order of the entries; a hand dealt face down is known once an entry turns it.
 * @param {readonly { event: any }[]} entries @returns {OpenHand[]} */
export function openHandsOf(entries) {
  /** @type {Map<string, number[]>} */
  let places = new Map();
  /** @type {Map<string, OpenHand>} */
  let open = new Map();
  let drawn = 0;
  for (const { event } of entries) {
    switch (event?.kind) {
      case "hands-voided":
        // The same bets are dealt again, from a deck of their own.
        [places, open, drawn] = [new Map(), new Map(), 0];
        break;
      case "card-burned":
        drawn += 1;
        break;
      case "card-dealt":
      case "packet-dealt":
      case "community-dealt": {
        const to = event.kind === "community-dealt" ? "community" : spotOf(event.to);
        const taken = Array.from(event.cards ?? [event.card], () => drawn++);
        places.set(to, [...(places.get(to) ?? []), ...taken]);
        break;
      }
      case "looked":
      case "hand-revealed":
      case "hand-established":
      case "dealer-shown": {
        const to = event.kind === "dealer-shown" ? "dealer" : `box ${event.at}`;
        const cards = /** @type {any[]} */ (event.cards ?? []).map((face) => face?.up);
        const from = places.get(to) ?? [];
        if (cards.every(Boolean) && cards.length === from.length) open.set(to, { to, places: from, cards });
        break;
      }
    }
  }
  return [...open.values()];
}

/** @param {"dealer" | { box: number }} to */
function spotOf(to) {
  return to === "dealer" ? "dealer" : `box ${to.box}`;
}
