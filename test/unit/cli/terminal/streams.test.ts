import { expect, test } from "vitest";
import { guardContext } from "../../../../src/cli/terminal/streams.ts";
import { openTerminal } from "./terminal.ts";

const key = "ConsumerKey0000001:TokenKey0000000001:TokenSecret000000000000000001";

test("a secret of the run is masked in all output, in all its forms", () => {
  const terminal = openTerminal({ env: { SVC_API_KEY: "an-odd-key" } });
  const { stderr, stdout, conceal } = guardContext(terminal.context);
  conceal?.('a"b c&d');
  stderr.write('plain a"b c&d; json a\\"b c&d; query a%22b%20c%26d; html a&quot;b c&amp;d\n');
  stderr.write(`an-odd-key ${key} short\n`);
  stdout.write(key);
  expect(terminal.shown).toEqual({
    stderr: "plain ********; json ********; query ********; html ********\n******** ******** short\n",
    stdout: key,
  });
});

test("very short secrets are not masked, because other words contain them", () => {
  const terminal = openTerminal();
  const { stderr, conceal } = guardContext(terminal.context);
  conceal?.("on");
  conceal?.("");
  stderr.write("upon condition\n");
  expect(terminal.shown.stderr).toBe("upon condition\n");
});

test("single lines of a secret document are masked too", () => {
  const terminal = openTerminal();
  const { stderr, conceal } = guardContext(terminal.context);
  conceal?.("first line of it\nsecond line of it, which is long\nend\n");
  stderr.write("the service says: second line of it, which is long (end)\n");
  expect(terminal.shown.stderr).toBe("the service says: ******** (end)\n");
});

test("a program that draws may replace write, write through the one before, and put it back", () => {
  const terminal = openTerminal();
  const { stderr, conceal } = guardContext(terminal.context);
  conceal?.("hunter2");
  const before = stderr.write;
  stderr.write = (chunk: unknown) => before.call(stderr, `<${String(chunk)}>`);
  stderr.write("a hunter2");
  stderr.write = before;
  stderr.write("b");
  expect(terminal.shown.stderr).toBe("<a ********>b");
});

test("an error does not continue a line of a terminal that output was cut off in", () => {
  const cut = (stdout: readonly string[], isTTY = true) => {
    const terminal = openTerminal({ isTTY });
    const context = guardContext(terminal.context);
    for (const text of stdout) context.stdout.write(text);
    context.endCutLine?.();
    return terminal.shown.stderr;
  };
  expect(cut(['{"a":', "1"])).toBe("\n");
  expect([cut([]), cut(["{\n", ""]), cut(["a"], false)]).toEqual(["", "", ""]);
});

test("the stream stays what it is: a terminal or not, with its listeners", () => {
  const terminal = openTerminal({ isTTY: true });
  const { stderr } = guardContext(terminal.context);
  expect(stderr.isTTY).toBe(true);
  const listener = () => undefined;
  stderr.on("drain", listener);
  expect(terminal.context.stderr.listeners("drain")).toContain(listener);
});
