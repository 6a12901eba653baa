import { describe, expect, test } from "vitest";
import { answerDifferences } from "../../src/catalogue/commands/sandbox-answers.ts";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { sights } from "./sandbox-answer-differences.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

const fixture = await fixtureOfFile({ segment: "LAB" });

describe.each(answerStyles)("answers as %s", (style) => {
  for (const [id, sight] of Object.entries(sights)) {
    const [about] = answerDifferences[id as keyof typeof answerDifferences];
    test(`${id}: ${about}`, async () => {
      fixture.sandbox.world.answers.style = style;
      expect(await sight.observe(fixture)).toEqual(sight[style]);
    });
  }
});

test("every difference is observed, and its two observations differ", () => {
  expect(Object.keys(sights).sort()).toEqual(Object.keys(answerDifferences).sort());
  for (const { documented, deployed } of Object.values(sights)) expect(documented).not.toEqual(deployed);
});
