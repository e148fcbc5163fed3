// The line is gone in the middle of a round, and comes back.
import assert from "node:assert/strict";

import { everyTable } from "./house.js";
import { Line } from "./line.js";
import { anteAndDeal, decide, ownCards, settlement, sitDown } from "./player.js";
import { browserTest } from "./rig.js";

/** Time enough for a busy machine: the decision must not run out while the line is gone. */
const SLOW = everyTable('pace = "brisk"\ndecision_seconds = 600\nbetting_seconds = 600');

/** What a browser prints of a line that is gone. */
const GONE = /WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|ERR_INCOMPLETE|no-answer|503/;

browserTest("a round goes on where it was after the socket was cut", async (rig) => {
  const line = await Line.lay();
  try {
    const house = await rig.house({ change: (floor) => SLOW(line.allow(floor)) });
    line.leadTo(house);
    const visitor = await rig.visitor(house, { url: line.url });
    await sitDown(visitor, 1);
    await anteAndDeal(visitor);
    const before = await ownCards(visitor);
    visitor.expect(GONE);
    line.cut();
    await visitor.read("Trying to come back.");
    line.mend();
    await visitor.read("You are back.");
    assert.deepEqual(await ownCards(visitor), before, "the same hand");
    await decide(visitor, "play");
    assert.ok((await settlement(visitor)).length >= 2);
  } finally {
    line.close();
  }
});

browserTest("a round goes on where it was after the house was killed", async (rig) => {
  const house = await rig.house({ change: SLOW });
  const visitor = await rig.visitor(house);
  await sitDown(visitor, 1);
  await anteAndDeal(visitor);
  const before = await ownCards(visitor);
  visitor.expect(GONE);
  await house.end("SIGKILL");
  await visitor.read("Trying to come back.");
  await house.startAgain();
  await visitor.read("You are back.");
  assert.deepEqual(await ownCards(visitor), before, "the same hand");
  await decide(visitor, "play");
  assert.ok((await settlement(visitor)).length >= 2);
});
