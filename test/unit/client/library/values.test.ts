import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import {
  base64,
  boolean,
  exclusive,
  file,
  integer,
  list,
  map,
  needs,
  oneOrZero,
  text,
} from "../../../../src/catalogue/field.ts";
import type { Field, Operation } from "../../../../src/catalogue/operation.ts";
import { readWholeBody } from "../../../../src/client/http/answer-body.ts";
import { isContent } from "../../../../src/client/http/request.ts";
import {
  fieldValues,
  identifierValues,
  withExtraFields,
  wordingOf,
} from "../../../../src/client/library/values.ts";
import { checkValues } from "../../../../src/client/values/check.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { rejection } from "../../rejection.ts";

const fields: readonly Field[] = [
  text("distro_series", "release"),
  text("status", "status", { suggestions: ["ready"], spellings: { failed_testing: "failed_testing" } }),
  text("arch", "architecture", { repeatable: true }),
  integer("cpu_count", "CPUs", { min: 1 }),
  boolean("erase", "erase the disks"),
  oneOrZero("enable_ssh", "SSH"),
  base64("user_data", "user data"),
  file("content", "content"),
  list("machines", "machines"),
  map("power_parameters", "power", { prefix: "power_parameters_" }),
];

const operation: Operation = {
  verb: "try",
  method: "POST",
  path: "/things/{thing_id}/op-try",
  summary: "Try",
  parameters: [{ name: "thing_id", type: "integer", help: "id" }],
  fields,
  rules: [exclusive("erase", "enable_ssh"), needs("cpu_count", "distro_series")],
  success: 200,
  result: "json",
  who: "anyone",
};

describe("fields with library names", () => {
  test("become values with the service's names", async () => {
    const values = await fieldValues(operation, {
      distroSeries: "jammy",
      status: "Failed testing",
      arch: "amd64",
      cpuCount: 0,
      erase: false,
      userData: "#!/bin/sh\n",
      machines: ["web-01", 7],
      powerParameters: { address: "10.0.0.1", port: 623, tls: true, left_out: undefined },
      enableSsh: undefined,
    });
    expect(values).toEqual({
      distro_series: "jammy",
      status: "failed_testing",
      arch: ["amd64"],
      cpu_count: "0",
      erase: false,
      user_data: Buffer.from("#!/bin/sh\n").toString("base64"),
      machines: ["web-01", "7"],
      power_parameters: { address: "10.0.0.1", port: "623", tls: "true" },
    });
  });

  test("keep commas in values, and empty texts", async () => {
    expect(await fieldValues(operation, { arch: ["a,b", ""], distroSeries: "" })).toEqual({
      arch: ["a,b", ""],
      distro_series: "",
    });
  });

  test.each([
    ["text", "grüße", "grüße"],
    ["bytes", new Uint8Array([0, 255, 10]), "\u0000\u00ff\n"],
    ["a part of a larger buffer", Buffer.from("xxabyy").subarray(2, 4), "ab"],
  ])("take %s for base64 and for a file", async (kind, input, expected) => {
    const bytes = kind === "bytes" ? Buffer.from(expected, "latin1") : Buffer.from(expected);
    const { user_data: encoded, content } = await fieldValues(operation, { userData: input, content: input });
    expect(encoded).toBe(bytes.toString("base64"));
    if (content === undefined || !isContent(content)) throw new Error("this is not a file");
    expect(await readWholeBody(content.open())).toEqual(bytes);
    expect(content.size).toBe(bytes.length);
  });

  test("accept a Blob, which is read when it is sent, and its name if it has one", async () => {
    const blob = new Blob(["0123", "456"]);
    const { user_data: encoded, content } = await fieldValues(operation, { userData: blob, content: blob });
    expect(encoded).toBe(Buffer.from("0123456").toString("base64"));
    expect(content).toMatchObject({ filename: "content", size: 7 });
    const values = await fieldValues(operation, { content: new File(["0"], "seed.iso") });
    expect(values["content"]).toMatchObject({ filename: "seed.iso", size: 1 });
  });

  test("accept streams of text and of bytes", async () => {
    const chunks = ["grü", new Uint8Array([0xc3, 0x9f]), "e"];
    const input = { userData: Readable.from(chunks), content: new Blob(["abc"]).stream() };
    const { user_data: encoded, content } = await fieldValues(operation, input);
    expect(encoded).toBe(Buffer.from("grüße").toString("base64"));
    expect(content).toMatchObject({ filename: "content", size: 3 });
  });

  test("close a stream that is aborted, yields other values, or is too long", async () => {
    const streams: Readable[] = [];
    const stream = (chunks: Iterable<unknown>) => {
      const readable = Readable.from(chunks, { objectMode: true });
      streams.push(readable);
      return readable;
    };
    const signal = AbortSignal.abort(new Error("enough"));
    const endless = new Readable({ read: () => undefined });
    streams.push(endless);
    await expect(fieldValues(operation, { content: endless }, signal)).rejects.toThrow("enough");
    await expect(fieldValues(operation, { content: stream([5, 6]) })).rejects.toThrow(
      "content: the stream yields a number instead of bytes",
    );
    const large = Buffer.alloc(1024 * 1024);
    const flood = (function* () {
      for (;;) yield large;
    })();
    await expect(fieldValues(operation, { content: stream(flood) })).rejects.toThrow(
      "content: the stream is larger than 64 MiB",
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });

  test("accept true and false for a text that suggests them", async () => {
    const truth: Operation = { ...operation, fields: [text("on", "on", { suggestions: ["true", "false"] })] };
    expect(await fieldValues(truth, { on: false })).toEqual({ on: "false" });
  });

  test("accept the path of a file, and send its name", async () => {
    const path = join(folderOfTest(), "seed.iso");
    writeFileSync(path, "0123456789");
    const { user_data: encoded, content } = await fieldValues(operation, {
      userData: { path },
      content: { path },
    });
    expect(encoded).toBe(Buffer.from("0123456789").toString("base64"));
    expect(content).toMatchObject({ filename: "seed.iso", size: 10 });
  });

  test.each([
    [{ distroSerie: "x" }, "unknown field 'distroSerie'", "did you mean distroSeries?"],
    [{ distro_series: "x" }, "unknown field 'distro_series'", "did you mean distroSeries?"],
    [{ __proto__x: "x" }, "unknown field '__proto__x'", "the option 'set' sends fields that are not listed"],
    [{ erase: "true" }, "erase takes true or false, not a string", undefined],
    [{ cpuCount: Number.NaN }, "cpuCount takes a string or a number, not NaN", undefined],
    [{ cpuCount: true }, "cpuCount takes a string or a number, not a boolean", undefined],
    [{ distroSeries: { a: 1 } }, "distroSeries takes a string or a number, not an object", undefined],
    [
      { distroSeries: null },
      "distroSeries takes a string or a number, not null",
      "an empty string clears a field; undefined leaves it out",
    ],
    [{ arch: [["a"]] }, "arch takes a string or a number, not an array", undefined],
    [{ powerParameters: ["a"] }, "powerParameters takes an object, not an array", undefined],
    [
      { powerParameters: { a: {} } },
      "powerParameters.a takes a string or a number, not an object",
      undefined,
    ],
    [{ content: 5 }, "content takes text, bytes, a stream, a Blob or { path }, not a number", undefined],
    [
      { content: { path: "/nowhere/x" } },
      "content: cannot read '/nowhere/x': no such file or directory",
      undefined,
    ],
  ])("refuse %j", async (input, message, hint) => {
    const failure = await rejection(() => fieldValues(operation, input));
    expect(failure).toMatchObject({ kind: "usage", message });
    expect(failure.details.hint).toBe(hint);
  });
});

describe("identifiers", () => {
  test("are numbers or texts, including 0", () => {
    expect(identifierValues(operation, [0])).toEqual({ thing_id: "0" });
    expect(identifierValues(operation, [" a "])).toEqual({ thing_id: "a" });
  });

  test.each<[unknown, string]>([
    [undefined, "thingId is required"],
    [" ", "thingId is required"],
    [null, "thingId takes a string or a number, not null"],
    [{}, "thingId takes a string or a number, not an object"],
    [Number.NaN, "thingId takes a string or a number, not NaN"],
  ])("%j is none", (input, message) => {
    expect(() => identifierValues(operation, [input])).toThrow(message);
  });
});

describe("fields that an operation does not list", () => {
  test("are sent with the listed ones", () => {
    const set = { further: 1, tags: ["a", true], arch: "b", left_out: undefined };
    expect(withExtraFields(operation, { arch: ["a"] }, set)).toEqual({
      further: "1",
      tags: ["a", "true"],
      arch: ["a", "b"],
    });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ thing_id: "2" }, "set.thing_id: this is an identifier"],
    [{ distro_series: "focal" }, "set.distro_series: this field is already given"],
    [{ further: null }, "set.further takes a string or a number, not null"],
    [{ further: [{}] }, "set.further takes a string or a number, not an object"],
  ])("are refused as %j", (set, message) => {
    expect(() => withExtraFields(operation, { distro_series: "jammy" }, set)).toThrow(message);
  });
});

describe("checks", () => {
  const check = (values: Parameters<typeof checkValues>[1]) => () =>
    checkValues(operation, { thing_id: "1", ...values }, new Set(), wordingOf(operation));

  test.each([
    [{ cpu_count: "0", distro_series: "jammy" }, "cpuCount must be at least 1, not '0'"],
    [{ erase: true, enable_ssh: true }, "erase and enableSsh cannot be combined"],
    [{ cpu_count: "2" }, "cpuCount needs distroSeries"],
    [{ thing_id: "one" }, "thingId takes a whole number, not 'one'"],
  ])("speak of %j as the library does", (values, message) => {
    expect(check(values)).toThrow(message);
  });
});
