const json = "application/json; charset=utf-8";
const words = "text/plain; charset=utf-8";
const bare = "text/plain";

export interface Answer {
  readonly status: number;
  readonly type?: string | undefined;
  /** The exact body, or a pattern that it matches. */
  readonly text?: string | RegExp;
  /** False for unknown addresses: the hash is a header of every operation's answer. */
  readonly hasHash?: false;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Habit {
  readonly client: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signature?: "PLAINTEXT" | "HMAC-SHA1" | "none";
  /** Parameters outside the address that the signature covers, as a query string. */
  readonly covered?: string;
  readonly user?: true;
  /** The answer in both styles, or one for each style. */
  readonly answer: Answer | { readonly documented: Answer; readonly deployed: Answer };
}

const multipart = { "Content-Type": "multipart/form-data; boundary=b" };
const urlencoded = { "Content-Type": "application/x-www-form-urlencoded" };
const part = (name: string, value: string, head = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${head}\r\n${value}\r\n`;
const base64 =
  "MIME-Version: 1.0\r\nContent-Transfer-Encoding: base64\r\nContent-Type: text/plain; charset=utf-8\r\n";
const ok = (text: RegExp): Answer => ({ status: 200, type: json, text });
const removed = {
  documented: { status: 200, type: undefined, text: "" },
  deployed: { status: 204, type: bare, text: "" },
};
const fields = (text: string) => ({
  documented: { status: 400, type: words, text },
  deployed: { status: 400, type: json, text },
});
const unauthorized = (text: string): Answer => ({
  status: 401,
  type: words,
  text,
  headers: { "www-authenticate": "OAuth" },
});

/**
 * Placeholders: `@fabric` is the id of a new fabric, `@snippet` the name of a new DHCP snippet, `@machine`
 * the system_id of a new machine owned by the administrator.
 */
export const habits: readonly Habit[] = [
  {
    client: "a command line that compares the type of the description letter by letter",
    ...{ method: "GET", path: "/describe/", signature: "none" },
    answer: { status: 200, type: "application/json", text: /"hash":/ },
  },
  {
    client: "a Python library whose mail writer makes an empty form",
    ...{ method: "POST", path: "/machines/?op=accept_all", headers: multipart, body: "--b\r\n\r\n--b--" },
    answer: ok(/^\[/),
  },
  {
    client: "a Python library that sends an empty form with a DELETE",
    ...{ method: "DELETE", path: "/fabrics/@fabric/", headers: multipart, body: "--b\r\n\r\n--b--" },
    answer: removed,
  },
  {
    client: "a script that sends fields with a DELETE",
    ...{ method: "DELETE", path: "/fabrics/@fabric/", headers: urlencoded, body: "name=kept" },
    answer: removed,
  },
  {
    client: "a Python library that encodes each part in base64",
    ...{ method: "POST", path: "/fabrics/", headers: multipart },
    body: `${part("name", Buffer.from("coded").toString("base64"), base64)}--b--\r\n`,
    answer: ok(/"name": ?"coded"/),
  },
  {
    client: "an automation script with op in its urlencoded form",
    ...{
      method: "POST",
      path: "/machines/",
      headers: urlencoded,
      body: "op=allocate&name=web-02&dry_run=true",
    },
    answer: ok(/"hostname": ?"web-02"/),
  },
  {
    client: "a shell script with op in a multipart form",
    ...{ method: "POST", path: "/machines/", headers: multipart },
    body: `${part("op", "allocate")}${part("name", "web-02")}${part("dry_run", "true")}--b--\r\n`,
    answer: ok(/"hostname": ?"web-02"/),
  },
  {
    client: "a Ruby client that signs the address alone",
    ...{ method: "GET", path: "/machines/?hostname=web-02", signature: "HMAC-SHA1" },
    answer: ok(/"hostname": ?"web-02"/),
  },
  {
    client: "a Python client that signs a urlencoded form",
    ...{
      method: "POST",
      path: "/fabrics/",
      headers: urlencoded,
      body: "name=covered",
      signature: "HMAC-SHA1",
    },
    covered: "?name=covered",
    answer: ok(/"name": ?"covered"/),
  },
  {
    client: "a client that signs the texts of a multipart form",
    ...{ method: "POST", path: "/fabrics/", headers: multipart, signature: "HMAC-SHA1" },
    ...{ body: `${part("name", "parts")}--b--\r\n`, covered: "?name=parts" },
    answer: ok(/"name": ?"parts"/),
  },
  {
    client: "a client that signs a urlencoded form without its fields",
    ...{ method: "POST", path: "/fabrics/", headers: urlencoded, body: "name=none", signature: "HMAC-SHA1" },
    answer: unauthorized("Authorization Error: invalid signature."),
  },
  {
    client: "a client without a key",
    ...{ method: "GET", path: "/fabrics/", signature: "none" },
    answer: unauthorized("Authorization Error: no OAuth credentials were given."),
  },
  {
    client: "a declarative tool that sends a time to live of 0",
    ...{ method: "POST", path: "/domains/", headers: urlencoded, body: "name=zero.example&ttl=0" },
    answer: ok(/"ttl": ?0,/),
  },
  {
    client: "an automation module that sends power parameters as JSON",
    ...{ method: "PUT", path: "/machines/@machine/", headers: urlencoded },
    body: "power_type=ipmi&power_parameters=%7B%22power_address%22%3A%22192.0.2.9%22%7D",
    answer: ok(/"power_type": ?"ipmi"/),
  },
  {
    client: "a program that posts JSON",
    ...{ method: "POST", path: "/fabrics/", headers: { "Content-Type": "application/json" }, body: "{}" },
    answer: { status: 415, type: words, text: /^The body cannot be read: its type 'application\/json'/ },
  },
  {
    client: "an installer that reads the text of a refusal from its first characters",
    ...{ method: "POST", path: "/zones/", headers: urlencoded, body: "name=default" },
    answer: { status: 400, type: json, text: '{"name": ["Physical zone with this Name already exists."]}' },
  },
  {
    client: "a client that makes a fabric twice",
    ...{ method: "POST", path: "/fabrics/", headers: urlencoded, body: "name=fabric-prod" },
    answer: fields('{"name": ["Fabric with this Name already exists."]}'),
  },
  {
    client: "an installer that lists machines by an unknown tag",
    ...{ method: "GET", path: "/machines/?tags=nosuch" },
    answer: fields(`{"tags": ["No such tag(s): 'nosuch'."]}`),
  },
  {
    client: "an orchestrator that allocates in an unknown zone",
    ...{ method: "POST", path: "/machines/?op=allocate", headers: urlencoded, body: "zone=nosuch" },
    answer: {
      documented: { status: 409, type: words, text: /^No available machine matches constraints/ },
      deployed: { status: 400, type: json, text: '{"zone": ["No such zone(s): nosuch."]}' },
    },
  },
  {
    client: "an orchestrator that looks for a later feature",
    ...{ method: "GET", path: "/nosuch/" },
    answer: { status: 404, type: words, text: "Unknown API endpoint: /SVC/api/2.0/nosuch/.", hasHash: false },
  },
  {
    client: "a library that looks for a machine that is gone",
    ...{ method: "GET", path: "/machines/zzzzzz/" },
    answer: {
      documented: { status: 404, type: words, text: "No Machine matches the given query." },
      deployed: { status: 404, type: bare, text: "No Machine matches the given query." },
    },
  },
  {
    client: "a program with the key of an ordinary user",
    ...{ method: "GET", path: "/machines/@machine/", user: true },
    answer: { status: 403, type: words, text: "" },
  },
  {
    client: "a program with the key of an ordinary user that makes a fabric",
    ...{ method: "POST", path: "/fabrics/", user: true },
    answer: { status: 403, type: words, text: "This method is reserved for admin users." },
  },
  {
    client: "a script that deletes a zone twice",
    ...{ method: "DELETE", path: "/zones/nosuch/" },
    answer: { status: 204, type: bare, text: "" },
  },
  {
    client: "a script that asks for XML",
    ...{ method: "GET", path: "/fabrics/?format=xml" },
    answer: { status: 400, type: words, text: "Invalid output format specified 'xml'." },
  },
  {
    client: "a library that asks for the version before it logs in",
    ...{ method: "GET", path: "/version/", signature: "none" },
    answer: ok(/"capabilities": ?\[/),
  },
  {
    client: "a command line that names a DHCP snippet",
    ...{ method: "GET", path: "/dhcp-snippets/@snippet/" },
    answer: ok(/"name": ?"snippet/),
  },
  {
    client: "a command line that names a resource pool",
    ...{ method: "GET", path: "/resourcepool/default/" },
    answer: ok(/"id": ?0,/),
  },
  {
    client: "an installer that names a DNS resource that is gone",
    ...{ method: "GET", path: "/dnsresources/nosuch/" },
    answer: {
      documented: { status: 404, type: words, text: "No DNSResource matches the given query." },
      deployed: { status: 404, type: bare, text: "No DNSResource matches the given query." },
    },
  },
  {
    client: "a declarative tool that reads the over-commit ratio of a VM host as a float",
    ...{ method: "GET", path: "/vm-hosts/1/" },
    answer: ok(/"cpu_over_commit_ratio": ?1\.0,\s*"memory_over_commit_ratio": ?1\.0,/),
  },
  {
    client: "a script that forgets the operation",
    ...{ method: "POST", path: "/machines/@machine/" },
    answer: { status: 400, type: words, text: "Unrecognised signature: method=POST op=None" },
  },
  {
    client: "a script that adds a tag to another script that is gone",
    ...{ method: "POST", path: "/scripts/goneop-add_tag", headers: urlencoded, body: "tag=a" },
    answer: {
      documented: { status: 404, type: bare, text: "No Script matches the given query." },
      deployed: { status: 400, type: words, text: "Unrecognised signature: method=POST op=None" },
    },
  },
  {
    client: "a script that names the subarchitecture twice",
    ...{ method: "POST", path: "/machines/", headers: urlencoded },
    body: "architecture=amd64/generic&subarchitecture=hwe&mac_addresses=02:00:00:00:00:01",
    answer: { status: 400, type: words, text: "Subarchitecture cannot be specified twice." },
  },
  {
    client: "a script that turns a machine off",
    ...{ method: "POST", path: "/machines/@machine/?op=power_off" },
    answer: { documented: { status: 204, type: bare, text: "" }, deployed: ok(/"power_state"/) },
  },
];
