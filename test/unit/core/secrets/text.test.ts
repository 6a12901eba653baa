import { describe, expect, test } from "vitest";
import { authorizationHeader } from "../../../../src/client/http/oauth.ts";
import { isSecretName, mask, maskUserInfo } from "../../../../src/core/secrets/names.ts";
import {
  createRedactor,
  maskByForm,
  mayHoldSecret,
  redactText,
  redactUnauthorized,
  redactUrl,
} from "../../../../src/core/secrets/text.ts";
import machine from "../../../fixtures/machine.json" with { type: "json" };
import { growthOf } from "../../../growth/growth.ts";
import { credentials } from "../../client/http/endpoint.ts";

const redact = createRedactor([credentials.tokenSecret]);

describe("createRedactor", () => {
  test.each([
    ["the token secret anywhere", `x${credentials.tokenSecret}y`],
    [
      "the signature of a header",
      authorizationHeader(
        { method: "GET", url: "http://h/" },
        credentials,
        "plaintext",
        (_base, key) => key,
        { nonce: "n", timestamp: 1 },
        "live",
      ),
    ],
    ["the whole key", `${credentials.consumerKey}:${credentials.tokenKey}:${credentials.tokenSecret}`],
  ])("takes out %s", (_, text) => {
    expect(redact(text)).not.toContain(credentials.tokenSecret);
    expect(redact(text)).toContain("********");
  });

  test("masks a secret that is cut off at the end of a text", () => {
    const text = `Expected '&${credentials.tokenSecret}'`;
    for (let end = text.indexOf("&") + 9; end <= text.length; end += 1) {
      expect(redact(text.slice(0, end))).toMatch(/^Expected '&\*{8}'?$/);
    }
  });

  test("masks keys that are not in use, and HMAC-SHA1 signatures", () => {
    const other = "aaaaaaaaaaaaaaaaaa:bbbbbbbbbbbbbbbbbb:cccccccccccccccccccccccccccccccc";
    expect(createRedactor([])(`key ${other}.`)).toBe("key ********.");
    expect(redact('oauth_signature="tR3%2BTy81="')).toBe('oauth_signature="********"');
    expect(redact("?oauth_signature=abc&x=1")).toBe("?oauth_signature=********&x=1");
  });

  test.each([
    ['{"token_secret": "abc", "name": "ci"}', '{"token_secret": "********", "name": "ci"}'],
    ['{"power_pass":"a\\"b","power_user":"u"}', '{"power_pass":"********","power_user":"u"}'],
    ['{"power_pass": "cut of', '{"power_pass": "********'],
    ['{"power_pass": "cut off\\', '{"power_pass": "********'],
    ['{"hostname": "password"}', '{"hostname": "password"}'],
  ])("masks secret names in %s", (json, masked) => {
    expect(redact(json)).toBe(masked);
  });
});

test("a 401 keeps its ordinary words", () => {
  expect(redactUnauthorized("Authorization Error: 'Invalid API key.'")).toBe(
    "Authorization Error: 'Invalid API key.'",
  );
  expect(redactUnauthorized("Invalid signature. Expected signature base string: abc")).toBe(
    "Invalid signature",
  );
  expect(redactUnauthorized("Invalid signature expected abc")).toBe("Invalid signature");
});

const planted = "pLanted0Secret";

const words = [
  `console=ttyS0 password=${planted} root=/dev/sda`,
  `append="ro rd.token=${planted},${planted}" api_key='two ${planted}'`,
  `https://h/?pw=a&${planted}#\\${planted}&a=1`,
  `GET /zones/password%3D${planted}/?name=a%20token%3d${planted}`,
  `key "k" {\n\tsecret "${planted}==";\n}`,
  `key k { algorithm hmac-md5; secret ${planted}/+==; };`,
];

const texts = [
  `{"password": "${planted}"}`,
  `{"apiKey":"${planted}","x":{"vcenter_password" :  "${planted}"}}`,
  `{\\"rpc_shared_secret\\": \\"${planted}\\"}`,
  `{'omapi_key': '${planted}'}`,
  `{"token": 1234567890}`,
  `{"secret": ["${planted}", "x"], "name": "a b"}`,
  `{"secret": {"a": ["${planted}"]}, "name": "a b"}`,
  `x=1&power_pass=${planted}&y=2`,
  `power_pass="${planted}"`,
  `password: ${planted}`,
  `reporting:\n  svc:\n    token_secret: ${planted}\n    level: INFO`,
  `proxy http://user:${planted}@proxy.example:3128/ and more`,
  `https://${planted}@git.example/x`,
  `http://user:a/${planted}@proxy.example:3128`,
  `Unknown API endpoint: /zones/http:/u:${planted}@h/.`,
  `Unknown API endpoint: /zones/https:/${planted}@h/.`,
  `GET /zones/http%3A%2F%2Fu%3A${planted}%40h%2Fa/ -> 404`,
  `/tags/https%3a%2f%2f${planted}%40h/?op=nodes`,
  `http://user:a#${planted}@proxy.example and x@y`,
  `-----BEGIN RSA PRIVATE KEY-----\n${planted}\n-----END RSA PRIVATE KEY-----`,
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${planted}`,
  `GET /x/?a=-----BEGIN%20PRIVATE%20KEY-----%0A${planted}%0A-----END%20PRIVATE%20KEY-----`,
  `GET /x/?a=-----BEGIN+EC+PRIVATE+KEY-----%0A${planted}`,
  `svc: unknown column '----BEGIN PRIVATE KEY-----\n${planted}'`,
  `hint: --set BEGIN EC PRIVATE KEY_____\n${planted}`,
  `Authorization: Bearer ${planted}`,
  `oauth_signature%3D${planted}`,
  ...words,
];

describe("redactText", () => {
  // Lengths around powers of two, and beyond the limits on the length of a name or of white space.
  test.each([1, 7, 63, 64, 65, 127, 128, 129, 1_000, 5_003])(
    "masks the same after %i characters",
    (length) => {
      const before = [`${" ".repeat(length - 1)}\n`, `${"ab, cd. ".repeat(length).slice(0, length - 1)}\n`];
      for (const text of texts)
        for (const prefix of before) expect(redactText(prefix + text)).toBe(prefix + redactText(text));
    },
  );

  test.each(texts)("masks %s", (text) => {
    const redacted = redactText(text);
    expect(redacted).not.toMatch(/pLanted0Secret|1234567890/);
    expect(redacted).toContain(mask);
  });

  test.each([
    "Invalid password: it must have 8 characters",
    "password: This field is required.",
    '{"password": ["This field is required."]}',
    '{"hostname": "password", "token_key": "abc", "ssh_key": "ssh-rsa AAAA"}',
    '{"password": null, "has_secret": true}',
    "qemu+ssh://ubuntu@10.20.0.12/system",
    "http://host:5240/SVC/api/2.0/machines/?name=x@y",
    "http://host/SVC/files/a@b and c@d",
    "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
    "Node failed: key server unreachable at 10.0.0.1:80",
    "key=value ssh-key=AAAA host_key=a console=ttyS0 passthrough=1 max_passes=3 token= x",
    "the secret is out; a secret value; password=<password>",
  ])("leaves %s as it is", (text) => {
    expect(redactText(text)).toBe(text);
  });

  test("masks the rest of the line in a document", () => {
    expect(redactText("a:\n  password: two words\n  b: c", "document")).toBe(
      `a:\n  password: ${mask}\n  b: c`,
    );
  });

  test.each([
    `{"secret": ["${planted}", {"a": "]${planted}"}], "name": "x"}`,
    `{"api_key": {"a": "}", "b": ["${planted}"]}, "name": "x"}`,
    `{\\"tokens\\": [\\"${planted}\\"], \\"name\\": 1}`,
    `{"credentials": [{"a": "\\"]${planted}"`,
    `{'secret': ['${planted}']}, name: x`,
    `secrets: [${planted}, b]\nname: x`,
    `a:\n  password: |\n    ${planted}\n\n    ${planted}\n  name: x`,
    `a:\n  secrets:\n  - ${planted}\n  - b: ${planted}\n  name: x`,
    `- private_key: >-\n    ${planted}\n  name: x`,
  ])("masks lists, objects and blocks of a secret name in the document %s", (text) => {
    const redacted = redactText(text, "document");
    expect(redacted).not.toContain(planted);
    expect(redacted).toContain(mask);
    expect(redacted.includes("name")).toBe(text.includes("name"));
  });

  test("keeps JSON valid if a list or an object is masked", () => {
    const text = JSON.stringify({ secret: ["a]"], b: { password: { c: "}" } }, d: 1 });
    expect(JSON.parse(redactText(text, "document"))).toEqual({ secret: mask, b: { password: mask }, d: 1 });
  });

  test("keeps JSON valid if a private key is cut off", () => {
    const text = JSON.stringify({ a: `-----BEGIN PRIVATE KEY-----\n${planted}`, b: 1 });
    expect(JSON.parse(redactText(text))).toEqual({ a: `-----BEGIN PRIVATE KEY-----${mask}`, b: 1 });
  });

  test("keeps JSON valid if a number is masked", () => {
    expect(JSON.parse(redactText('{"password": 12345, "a": 1}'))).toEqual({ password: mask, a: 1 });
  });
});

describe("the redactors take linear time", () => {
  const pieces = [
    " ",
    "a",
    "-",
    '"',
    '\\"',
    ...["'", ":", "=", "@", "://", "<", "é", "password: ", "password=", "x_pass:\n'", "://a:b", "://a:b/@"],
    ...["://a@", "aaaaaaaaaaaa:", "expected ", " expecte", "-----BEGIN ", '-----BEGIN PRIVATE KEY-----"'],
    "-----BEGIN PRIVATE KEY----------END",
    ...["-----BEGIN PRIVATE KEY-----", "basic  ", "oauth_signature%3D", '"token":"', '{"password":'],
    ...["a_pass : ", "token: x ", "pass:|\n", "\t-", '"secret":[', '"secret":["a b",', '"secret":{"'],
    ...[
      "secret: [\\\\",
      "secret:\n",
      "  secret:\n  -",
      "password=\\",
      'token="',
      "a.pw=&a",
      '{secret "',
      "#secret ",
      "\\nsecret\\t",
      "eyJ-aaaaaaaa-",
    ],
  ];
  test.each(pieces)("%j", (piece) => {
    const redactAll = (text: string) => {
      redactText(text);
      redactText(text, "document");
      redactUnauthorized(text);
      redactUrl(`http://h/?${text}`);
      maskUserInfo(text);
    };
    expect(growthOf(redactAll, (length) => piece.repeat(Math.ceil(length / piece.length)))).toBeUndefined();
  });
});

test.each([
  ["note:", '\\"'],
  ["", "\\k"],
  ["", "\\H"],
])("the search takes linear time for a text of %j and many %j", (before, piece) => {
  const text = (length: number) => before + piece.repeat(length / piece.length);
  expect(growthOf(mayHoldSecret, text)).toBeUndefined();
});

test.each(words)("masks %s in every text, and in texts of JSON", (text) => {
  const json = JSON.stringify({ text });
  expect(mayHoldSecret(json)).toBe(true);
  for (const masked of [maskByForm(text), JSON.parse(maskByForm(json)).text as string]) {
    expect(masked).toContain(mask);
    expect(masked).not.toContain(planted);
  }
});

test("leaves variables of a script in a text as they are", () => {
  const script = `TOKEN="$(cat /run/token)" password=$1 api_key=$\{KEY} secret=$SECRET`;
  expect(maskByForm(script)).toBe(script);
});

test("JSON that may be passed on contains no secret", () => {
  const names = `password adminPassword PASSWORD admin-pass pass_phrase passCode pwd db_pw "bmc pw" secret clientSecret
    credentials priv_key privKey privateData k_g kG "k -G" snmp_community oauth_signature oauthSignature psk wifiPsk
    token Tokens cookie set-cookie pem keyPem key_data jwt authorization api_key apikey sslKeys ipmipass`;
  for (const name of names.match(/"[^"]+"|\S+/g) ?? []) {
    const bare = name.replaceAll('"', "");
    expect(isSecretName(bare), bare).toBe(true);
    for (const json of [`{"${bare}":"x"}`, `{"a":[{"${bare.toUpperCase()}" : 1}]}`, `{"a":"${bare}=x"}`])
      expect(mayHoldSecret(json), json).toBe(true);
  }
  expect(mayHoldSecret(JSON.stringify(machine))).toBe(false);
});
