import { expect, test } from "vitest";
import { recordedTrace } from "../fixtures/make";
import { happensBefore } from "../src/model/causality";
import { kindOf } from "../src/model/kinds";
import { followMessages, mailboxAfter } from "../src/model/messages";
import { Run } from "../src/model/run";

const NAMES = [
  "cache",
  "two_phase_commit",
  "worker_pool",
  "worker_pool_untagged",
  "worker_pool_delayed",
  "election",
  "restart_race",
  "slow_server",
  "rate_limiter",
  "account",
  "toy_overtaking",
  "toy_impatient",
];

test.each(NAMES)("%s: every receive has the send of its message, which happens before it", (name) => {
  const run = new Run(recordedTrace(name));
  const messages = followMessages(run);
  run.events.forEach((event, index) => {
    if (kindOf(event) !== "receive") return;
    const message = messages.byReceive.get(index);
    expect(message, `step ${index + 1}: ${event.operation}`).toBeDefined();
    expect(happensBefore(run, message!.sent, index)).toBe(true);
    expect(message!.to).toBe(event.actor);
  });
});

test("a receive may take the later message and leave the earlier one", () => {
  const run = new Run(recordedTrace("cache"));
  const messages = followMessages(run);
  expect(messages.byReceive.get(15)?.sent).toBe(14); // first_done, sent second
  expect(messages.byReceive.get(16)?.sent).toBe(12);
  expect(mailboxAfter(messages, 0, 15).map((message) => message.text)).toEqual(["second_done", "first_done"]);
  expect(mailboxAfter(messages, 0, 16).map((message) => message.text)).toEqual(["second_done"]);
  expect(mailboxAfter(messages, 0, 17)).toEqual([]);
});

test("a message on its way arrives in a step of its own", () => {
  const run = new Run(recordedTrace("worker_pool_delayed"));
  const messages = followMessages(run);
  const first = messages.bySend.get(2)!; // P.1 sends {ack,...} to P
  expect([first.sent, first.arrived, first.received]).toEqual([2, 3, 4]);
});

test("the news of a death is received as 'DOWN', though its sending does not say so", () => {
  const run = new Run(recordedTrace("worker_pool_untagged"));
  const messages = followMessages(run);
  expect(run.event(messages.byReceive.get(21)!.sent).operation).toBe("is dead: tells P.1, which monitors it");
});

test("messages that nobody takes stay in the mailbox", () => {
  const run = new Run(recordedTrace("two_phase_commit"));
  const messages = followMessages(run);
  const left = messages.all.filter((message) => message.received === null).map((message) => message.text);
  // As the error says: P.1's mailbox has {prepare,P.4,50}, P.2's has {prepare,P.3,30}.
  expect(left.sort()).toEqual(["{prepare,P.3,30}", "{prepare,P.4,50}"]);
});

test("with and without names the same messages are found", () => {
  const pairs = (name: string) =>
    followMessages(new Run(recordedTrace(name))).all.map((message) => [message.sent, message.received]);
  expect(pairs("worker_pool")).toEqual(pairs("worker_pool_untagged"));
});
