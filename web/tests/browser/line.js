// A line between browser and house that can be cut.
//
//   const line = await Line.lay();
//   const house = await rig.house({ change: line.allow });
//   line.leadTo(house);
//   const visitor = await rig.visitor(house, { url: line.url });
//   line.cut();  line.mend();

import { connect, createServer } from "node:net";

export class Line {
  #server = createServer((socket) => this.#join(socket));
  /** @type {Set<import("node:net").Socket>} */
  #sockets = new Set();
  #isCut = false;
  #port = 0;
  url = "";

  static async lay() {
    const line = new Line();
    await new Promise((resolve) => line.#server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (line.#server.address());
    line.url = `http://127.0.0.1:${port}/`;
    return line;
  }

  /** The floor's file with this line as an address of its pages. @param {string} floor */
  allow = (floor) => floor.replace("[listen]\n", `[listen]\norigins = ["${this.url.replace(/\/$/, "")}"]\n`);

  /** @param {import("./house.js").House} house */
  leadTo(house) {
    this.#port = Number(new URL(house.url).port);
  }

  /** @param {import("node:net").Socket} near */
  #join(near) {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    const far = connect(this.#port, "127.0.0.1");
    for (const [one, other] of /** @type {const} */ ([
      [near, far],
      [far, near],
    ])) {
      this.#sockets.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }

  /** Every connection ends, and none is taken until it is mended. */
  cut() {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend() {
    this.#isCut = false;
  }

  close() {
    this.cut();
    this.#server.close();
  }
}
