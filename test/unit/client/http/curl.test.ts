import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { WireRequest } from "../../../../src/client/http/call.ts";
import { curlCommand } from "../../../../src/client/http/curl.ts";
import { content, credentials, endpoint } from "./endpoint.ts";

const url = "http://[::1]:5240/SVC/api/2.0/machines/";
const key = `${credentials.consumerKey}:${credentials.tokenKey}:${credentials.tokenSecret}`;

/** The arguments that a shell passes to curl. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`;
  const out = execFileSync("sh", ["-c", script], { env: { PATH: process.env["PATH"], SVC_API_KEY: key } });
  return out.toString("utf8").split("\0").slice(0, -1);
}

describe("curlCommand", () => {
  const post: WireRequest = {
    method: "POST",
    url,
    parts: [
      { name: "comment", value: 'it\'s $HOME `id` "x"\n@y' },
      { name: "power_parameters_power_pass", value: "hunter2" },
      { name: "token", value: "hunter3", secret: true },
      { name: "file", value: { ...content('a"b.txt', "x"), path: "/some dir/a" } },
    ],
  };

  test("contains no secret: the key comes from the environment, secret fields are masked", () => {
    const command = curlCommand(post, endpoint());
    for (const part of [credentials.consumerKey, credentials.tokenKey, credentials.tokenSecret, "hunter"]) {
      expect(command).not.toContain(part);
    }
  });

  test("reaches curl unchanged through a shell", () => {
    const words = wordsOf(curlCommand(post, endpoint(), { caCertPath: "/c a.pem", insecure: true }));
    expect(words).toEqual([
      "--globoff",
      "-X",
      "POST",
      url,
      "-H",
      expect.stringMatching(/^Authorization: OAuth /),
      "--cacert",
      "/c a.pem",
      "--insecure",
      "--form-string",
      'comment=it\'s $HOME `id` "x"\n@y',
      "--form-string",
      "power_parameters_power_pass=********",
      "--form-string",
      "token=********",
      "-F",
      'file=@"/some dir/a";filename="a\\"b.txt";type=application/octet-stream',
    ]);
    const header = words[5] ?? "";
    expect(header).toContain(`oauth_consumer_key="${credentials.consumerKey}"`);
    expect(header).toContain(`oauth_token="${credentials.tokenKey}"`);
    expect(header).toContain(`oauth_signature="%26${credentials.tokenSecret}"`);
    expect(header).toMatch(/oauth_nonce="[0-9a-f]{32}", oauth_timestamp="\d{10}"/);
  });

  test("an API key in the query is masked whatever its name", () => {
    const key = `${credentials.consumerKey}:${credentials.tokenKey}:${credentials.tokenSecret}`;
    for (const form of [key, encodeURIComponent(key)]) {
      const command = curlCommand({ method: "GET", url: `${url}?k=${form}` }, endpoint());
      expect(command).not.toContain(credentials.tokenSecret);
    }
  });

  test("is not signed without a key", () => {
    const command = curlCommand({ method: "GET", url }, endpoint({ credentials: undefined }));
    expect(wordsOf(command)).toEqual(["--globoff", url]);
  });

  test("sends a form even without parts", () => {
    expect(wordsOf(curlCommand({ method: "POST", url, parts: [] }, endpoint()))).toContain(
      "Content-Type: multipart/form-data; boundary=svc",
    );
  });

  test("a raw body is read from its file", () => {
    const body = { ...content("chunk", "x"), path: "/tmp/chunk" };
    expect(wordsOf(curlCommand({ method: "PUT", url, body }, endpoint()))).toContain("@/tmp/chunk");
  });
});
