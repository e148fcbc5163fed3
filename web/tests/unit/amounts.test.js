// Amounts as people read and type them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { amount, chipsOf, hours, read, short, shortSigned, signed } from "../../amounts.js";

test("an amount has two decimals and a separator of thousands", () => {
  assert.equal(amount(0), "0.00");
  assert.equal(amount(5), "0.05");
  assert.equal(amount(6_841_236), "68,412.36");
  assert.equal(amount(100_000_000_000_000_0), "10,000,000,000,000.00");
  assert.equal(amount(-1250), "\u221212.50");
});

test("a net has its sign, and nothing has none", () => {
  assert.equal(signed(2500), "+25.00");
  assert.equal(signed(-1000), "\u221210.00");
  assert.equal(signed(0), "0.00");
});

test("on the felt whole amounts have no decimals", () => {
  assert.equal(short(2500), "25");
  assert.equal(short(250), "2.50");
  assert.equal(shortSigned(-500), "\u22125");
});

test("what is typed is read to the cent, and nothing else is", () => {
  assert.equal(read("25"), 2500);
  assert.equal(read(" 1,250.5 "), 125_050);
  assert.equal(read("0.05"), 5);
  for (const wrong of ["", "-5", "5.123", "five", "1e3", "12.", "9".repeat(14)]) assert.equal(read(wrong), null, wrong);
});

test("chips are the fewest that make the amount", () => {
  assert.deepEqual(chipsOf(4_100), [2500, 500, 500, 500, 100]);
  assert.deepEqual(chipsOf(100_050), [100_000, 50]);
  assert.deepEqual(chipsOf(0), []);
});

test("time at the table is in hours and minutes", () => {
  assert.equal(hours(42 * 60_000 + 59_999), "0:42");
  assert.equal(hours(61 * 60_000), "1:01");
});
