import { describe, expect, test } from "vitest";
import { compileQuery } from "../../../../src/cli/output/query.ts";
import { parseExact, stringifyExact } from "../../../../src/client/json/exact.ts";
import { rejection } from "../../rejection.ts";

const disks = `[{"id":1,"size":9007199254740993,"host":"web-9"},{"id":2,"size":9007199254740992,"host":"web-10"},
  {"id":3,"size":3,"host":"db-1"}]`;

const query = (expression: string, json: string): string =>
  stringifyExact(compileQuery(expression)(parseExact(json)));

describe("integers beyond 2^53 keep every digit", () => {
  test.each([
    ["[?size > `9007199254740992`].id", "[1]"],
    ["[?size >= `9007199254740992`].id", "[1,2]"],
    ["[?size < `9007199254740993`].id", "[2,3]"],
    ["[?size == `9007199254740993`].id", "[1]"],
    ["[?size != `9007199254740993`].id", "[2,3]"],
    ["[?contains(`[9007199254740993]`, size)].id", "[1]"],
    ['[?@ == `{"id":1,"size":9007199254740993,"host":"web-9"}`].id', "[1]"],
    ["sort([].size)", "[3,9007199254740992,9007199254740993]"],
    ["sort_by(@, &size)[].id", "[3,2,1]"],
    ["max([].size)", "9007199254740993"],
    ["min([].size)", "3"],
    ["max_by(@, &size).id", "1"],
    ["min_by(@, &size).id", "3"],
    ["sum([].size)", "18014398509481988"],
    ["avg([:2].size)", "9007199254740992"],
    ["abs([0].size)", "9007199254740993"],
    ["abs(-[0].size)", "9007199254740993"],
    ["-[0].size", "-9007199254740993"],
    ["[0].size - [1].size", "1"],
    ["[0].size + `1`", "9007199254740994"],
    ["`9007199254740991` + `2`", "9007199254740993"],
    ["`3037000500` * `3037000500`", "9223372037000250000"],
    ["[0].size % `10`", "3"],
    ["[0].size // `2`", "4503599627370496"],
    ["`-9007199254740993` // `2`", "-4503599627370497"],
    ["[0].size / `3`", "3002399751580331"],
    ["ceil([0].size)", "9007199254740993"],
    ["floor([0].size)", "9007199254740993"],
    ["type([0].size)", '"number"'],
    ["to_string([0].size)", '"9007199254740993"'],
    ["to_string([0])", '"{\\"id\\":1,\\"size\\":9007199254740993,\\"host\\":\\"web-9\\"}"'],
    ["to_number('9007199254740993')", "9007199254740993"],
    ["to_array([0].size)", "[9007199254740993]"],
    ["not_null(`null`, [0].size)", "9007199254740993"],
    ["{size: [0].size}", '{"size":9007199254740993}'],
    ["let $big = [0].size in [?size == $big].id", "[1]"],
  ])("%s", (expression, result) => {
    expect(query(expression, disks)).toBe(result);
  });
});

describe("functions follow the specification", () => {
  test.each([
    ["max_by(@, &host).host", '"web-9"'],
    ["min_by(@, &host).host", '"db-1"'],
    ["max_by(`[]`, &host)", "null"],
    ["max_by(`[0]`, &@)", "0"],
    ["min_by(`[0, 1]`, &@)", "0"],
    ['max_by(`[{"a":1,"b":1},{"a":1,"b":2}]`, &a).b', "1"],
    ['max(`[""]`)', '""'],
    ["sort(`[10, 9, 1]`)", "[1,9,10]"],
    ['sort(`["b", "B", "a"]`)', '["B","a","b"]'],
    ['sort(`["\\uff5e", "\\ud83d\\ude00"]`)', '["\uff5e","\u{1f600}"]'],
    ['contains(`[{"a": [1]}]`, `{"a": [1]}`)', "true"],
    ["contains([].host, 'web')", "false"],
    ['merge(`{"a": 1}`, `{"a": 2, "__proto__": 3}`)', '{"a":2,"__proto__":3}'],
    ['group_by(`[{"a":"constructor"}]`, &a)', '{"constructor":[{"a":"constructor"}]}'],
    ["[0].constructor", "null"],
    ["[0].toString", "null"],
    ['type(`{"expref": true}`)', '"object"'],
    ["to_number('')", "null"],
    ["to_number('0x10')", "null"],
    ["to_number('1.50')", "1.5"],
    ["map(&size, [2:])", "[3]"],
    ["let $least = `3` in sort_by([?size == $least], &id)[].id", "[3]"],
    ["let $add = `1` in map(&(id + $add), @)", "[2,3,4]"],
    ["'it\\'s'", '"it\'s"'],
    ['`"a\\`b\\`c"`', '"a`b`c"'],
  ])("%s", (expression, result) => {
    expect(query(expression, disks)).toBe(result);
  });
});

describe("an invalid expression is a usage error, before anything is sent", () => {
  test.each([
    ["'", "unclosed quote: '"],
    ["'web", "unclosed quote: '"],
    ["[?host == 'web]", "unclosed quote: '"],
    ["'it\\'", "unclosed quote: '"],
    ['"host', 'unclosed quote: "'],
    ["[?id == `1]", "unclosed quote: `"],
    ["`", "unclosed quote: `"],
    ["`web`", "`web` is not valid JSON; in a query, put text in single quotes: 'text'"],
    ["&a", "'&' is only for arguments"],
    ["[&a]", "'&' is only for arguments"],
    ["{a: &b}", "'&' is only for arguments"],
    ["a || &b", "'&' is only for arguments"],
    ["not_null(&a)", "'&' is only for arguments"],
    ["sort_by(&a, &b)", "'&' is only for arguments"],
    ["sort_by(@, &(&a))", "'&' is only for arguments"],
    ["sort_by(@, host)", "argument 2 of sort_by() must be an expression, such as &name"],
    ["max_by(@, 'host')", "argument 2 of max_by() must be an expression"],
    ["map(@, &host)", "argument 1 of map() must be an expression"],
    ["[1-2]", "'1-2' is not a number"],
    ["nothing()", "unknown function nothing()"],
    ["constructor(@)", "unknown function constructor()"],
    ["length()", "length() takes 1 argument, not 0"],
    ["host[", "Syntax error"],
  ])("%s", async (expression, message) => {
    const failure = await rejection(() => compileQuery(expression));
    expect(failure.kind).toBe("usage");
    expect(failure.message).toContain(message);
  });
});

describe("an answer to which the expression cannot be applied is a failure, never a wrong result", () => {
  test.each([
    ["merge(`{}`, 'web')", "merge() expected argument 2 to be type (object)"],
    ["zip([].id, 'web')", "zip() expected argument 2"],
    ["length([0].size)", "length() expected argument 1"],
    ["max_by(@, &missing)", "max_by() takes keys that are all numbers or all strings"],
    ['sort_by(`[{"a":1},{"a":"1"}]`, &a)', "sort_by() takes keys"],
    ['max(`[1, "1"]`)', "max() expected argument 1"],
    ["[0].size + `0.5`", "9007199254740993 and 0.5 cannot be combined without losing digits"],
    ["[0].id / `0`", "division by zero"],
    ["[0].host + `1`", "arithmetic takes numbers"],
    ["`1e400`", "a number beyond 1.8e308"],
    ["[{a: [`-1e400`]}]", "a number beyond 1.8e308"],
    ["`1e308` * `10`", "a number beyond 1.8e308"],
  ])("%s", async (expression, message) => {
    const failure = await rejection(() => query(expression, disks));
    expect(failure.kind).toBe("other");
    expect(failure.message).toContain(message);
  });
});
