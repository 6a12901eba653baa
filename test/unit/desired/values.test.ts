import { describe, expect, test } from "vitest";
import type { ReadValue } from "../../../src/desired/service-objects.ts";
import { type Comparison, isSame, type PlainValue } from "../../../src/desired/values.ts";

const text = (value: string | undefined): PlainValue => ({ form: "text", text: value });
const list = (...texts: readonly string[]): PlainValue => ({ form: "list", texts });
const map = (texts: Readonly<Record<string, string | undefined>>): PlainValue => ({
  form: "map",
  texts: new Map(Object.entries(texts)),
});

type Row = [name: string, value: PlainValue, read: ReadValue, how?: Comparison];

describe("the same", () => {
  test.each<Row>([
    ["text", text("a b"), "a b"],
    ["text with spaces around it", text(" a b\n"), "a b"],
    ["nothing and null", text(""), null],
    ["nothing and empty text", text(""), ""],
    ["nothing and the word for it", text(""), "undefined", { emptyWord: "undefined" }],
    ["the word for nothing and null", text("undefined"), null, { emptyWord: "undefined" }],
    ["a number in another spelling", text("0300"), 300],
    ["a number beyond 2^53", text("9007199254740993"), 9007199254740993n],
    ["a boolean word", text("Yes"), true],
    ["a number for a boolean", text("0"), false],
    ["a boolean for a number", text("true"), 1],
    ["a block with host bits", text("10.0.0.9/24"), "10.0.0.0/24"],
    ["a host in capitals", text("WEB-01"), "web-01", { textComparison: "host" }],
    ["lists in another order", list("b", "a"), ["a", "b"]],
    ["a list that a row writes as text", list("10.0.0.2", "10.0.0.1"), "10.0.0.1 10.0.0.2"],
    ["a text that a row has as a list", text("10.0.0.1, 10.0.0.2"), ["10.0.0.2", "10.0.0.1"]],
    ["a text with commas that a row has as a list", text("a b,c"), ["c", "a b"]],
    ["a list in one text", list("10.0.0.1 10.0.0.2"), ["10.0.0.1", "10.0.0.2"]],
    ["an empty list and null", list(), null],
    [
      "a MAC among others",
      list("52-54-00-AA-00-01"),
      ["52:54:00:aa:00:01", "52:54:00:aa:00:02"],
      { textComparison: "mac", isSubset: true },
    ],
    ["what a map mentions", map({ a: "1" }), { a: 1, b: "2" }],
    ["an empty value of a map and none", map({ a: "" }), {}],
    [
      "a name that means the same object",
      text("1"),
      "example.com",
      { toCanonical: (word) => (word === "1" ? "example.com" : word) },
    ],
    ["bytes", { form: "bytes", bytes: Buffer.from([0, 255]) }, Buffer.from([0, 255])],
    ["bytes and text", { form: "bytes", bytes: Buffer.from("x") }, "x"],
    ["no bytes and null", { form: "bytes", bytes: Buffer.alloc(0) }, null],
    ["a variable that is not set", text(undefined), "anything"],
    ["a list with one", { form: "list", texts: undefined }, ["anything"]],
    ["a map with one", map({ a: undefined }), { a: "anything" }],
  ])("%s", (_, value, read, how = {}) => expect(isSame(value, [read], how)).toBe(true));
});

describe("not the same", () => {
  test.each<Row>([
    ["other text", text("a"), "b"],
    ["letter case of plain text", text("A"), "a"],
    ["nothing and something", text(""), "x"],
    ["something and nothing", text("x"), null],
    ["zero and nothing", text("0"), null],
    ["nothing and zero", text(""), 0],
    ["nothing and false", text(""), false],
    ["another number", text("30"), 300],
    ["a word for a number", text("thirty"), 30],
    ["two for true", text("2"), true],
    ["a list with more", list("a", "b"), ["a"]],
    ["a list with less", list("a"), ["a", "b"]],
    [
      "a MAC that is not there",
      list("52:54:00:aa:00:03"),
      ["52:54:00:aa:00:01"],
      { textComparison: "mac", isSubset: true },
    ],
    ["a map's other value", map({ a: "1" }), { a: "2" }],
    ["a map's missing value", map({ a: "1" }), { b: "1" }],
    ["a map and null", map({ a: "1" }), null],
    ["other bytes", { form: "bytes", bytes: Buffer.from([0]) }, Buffer.from([1])],
    ["a text and a map", text("x"), { a: "x" }],
  ])("%s", (_, value, read, how = {}) => expect(isSame(value, [read], how)).toBe(false));
});

test("each spelling in a row counts", () => {
  expect(isSame(text("7"), ["prod-net", 7], {})).toBe(true);
  expect(isSame(text("7"), [], {})).toBe(false);
});
