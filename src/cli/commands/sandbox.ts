import { serviceOptions } from "../../catalogue/commands/options.ts";
import { fileOption, option, rowOptions } from "../../catalogue/option-spec.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { faultNotes, printKeyOption, sandboxStartOptions } from "./options.ts";
import { changeShape, exitCodeOption } from "./sandbox-running.ts";

const recordNote =
  "With --record each request is a JSON line: time, user, method, path, operation, query, form and files as they were parsed, fields that the operation does not read, status and answer. Secrets are masked; if a body could not be parsed, the line contains its beginning. At 100 MB the file is renamed to end in .1, replacing an earlier one, and a new file is started. svc sandbox requests shows the last requests.";

const accessNotes = [
  "Requests are refused with 403 unless their Host and Origin are a loopback address or name, --host or --allow-host, so that no web page can reach the sandbox. If --host is not a loopback address, addresses and names without a dot are accepted too.",
  "Other programs can also send requests to /_sandbox/status and, with the header X-Sandbox-Control: 1, to /_sandbox/keys, /_sandbox/requests, /_sandbox/faults, /_sandbox/save, /_sandbox/restore and /_sandbox/reset.",
];

const tlsNote =
  "With --tls the sandbox serves HTTPS for localhost, its address and the names given with --allow-host. The certificate comes from a new certificate authority, whose private key is not stored;";

const answersNote =
  "With --answers deployed the sandbox answers as live services do where they differ from the documentation: svc help sandbox lists the differences.";

const copyNote =
  "With --from the sandbox starts as a copy of a site: machines with their hardware, interfaces, storage and annotations, networks, DNS, configuration, images without content, scripts, users, controllers and recent events. svc sends GET requests only, and reports what it is not allowed to read. Secrets are replaced, users have new keys, and the command's key has the rights of the profile's user. Instead of a profile, --from takes a snapshot file, which needs no network.";

const reportNote =
  "With --from, svc reports on standard error what the command changed in the copy. With a format (-o), the report goes to standard output, and the output of the command to standard error.";

const seedFileNote =
  "With --seed-file the sandbox begins with the contents of a YAML or JSON file: machines with their hardware, networks, users and so on, with the field names of the API (svc sandbox schema). Otherwise it has only users, images, defaults and a rack controller; --machines adds a generated fleet and its networks. All errors in the file are reported with their lines before anything starts.";

/** --from reads the site with these options. */
const dependentGlobals = { option: "from", names: ["timeout", "retries"] } as const;
const refusedOptions = serviceOptions.filter((name) => name !== "timeout" && name !== "retries");

const startedShape: Shape = {
  identity: "url",
  sensitive: false,
  columns: [
    { header: "URL", path: "url" },
    { header: "PROFILE", path: "profile" },
    { header: "MACHINES", path: "machines" },
    { header: "CA CERT", path: "ca_cert", wide: true },
    { header: "KEY", path: "key", wide: true },
    { header: "USER KEY", path: "user_key", wide: true },
  ],
};

export const startSandbox = command({
  command: ["sandbox", "start"],
  summary: "Start a sandbox, an emulator of the service",
  options: [
    option("detach", "run in the background"),
    option("port", "port; 0 picks a free one", {
      value: "number",
      type: "count",
      min: 0,
      max: 65_535,
      default: "0",
    }),
    fileOption("state", "keep the state in this file, and resume from it"),
    ...sandboxStartOptions,
    option("host", "address to listen on", { value: "address", default: "127.0.0.1" }),
    printKeyOption,
  ],
  notes: [
    "While the sandbox runs, there is a profile 'sandbox', which is used unless another profile is in use. Ctrl-C or svc sandbox stop ends it.",
    "--profile NAME starts another sandbox with a profile of that name; the other sandbox commands take --profile too. svc sandbox exec needs no profile.",
    copyNote,
    seedFileNote,
    "With --state the stored state is loaded and work in progress continues; simulated time stops while no sandbox runs. Seed and size of the fleet come from the file. Changes are saved within about a second, and at the end. A damaged file is refused and left unchanged.",
    "A script gets the key with key=$(svc sandbox start --detach --print-key), or later with svc sandbox status --print-key, and the address with svc sandbox status -o name.",
    "With --detach svc returns as soon as the sandbox answers; later messages go to the log file that svc sandbox status shows.",
    `${tlsNote} the authority is in sandbox-ca.pem in the configuration folder while the sandbox runs, the profile has it as ca-cert, and /_sandbox/ca.pem serves it.`,
    recordNote,
    ...accessNotes,
    answersNote,
    ...faultNotes,
  ],
  refusedGlobals: refusedOptions,
  dependentGlobals,
  example: "svc sandbox start --detach --state lab.json --fault fail=deploy,machine=web-01",
  shape: startedShape,
  run: async (invocation) => (await import("./sandbox/start.ts")).startSandbox(startedShape, invocation),
});

export const execInSandbox = command({
  command: ["sandbox", "exec"],
  summary: "Run a command with a temporary sandbox",
  arguments: [
    { name: "command", help: "command and its arguments, after --", required: true, variadic: true },
  ],
  refusedGlobals: ["profile", ...refusedOptions, "show-secrets"],
  dependentGlobals,
  passesThrough: true,
  options: [
    ...sandboxStartOptions,
    option("env", "set more variables for the command, by prefix or name", {
      value: "PREFIX|NAME=value",
      repeatable: true,
    }),
    exitCodeOption,
  ],
  notes: [
    "The command finds the sandbox by SVC_URL and SVC_API_KEY, and an ordinary user's key in SVC_USER_KEY. SVC_PROFILE is unset, and stored profiles do not change. In the command, svc sandbox status, requests, reset and faults refer to this sandbox.",
    "For programs with variables of their own, --env PREFIX sets PREFIX_URL, PREFIX_API_KEY and PREFIX_USER_KEY as well; --env NAME=url, NAME=key and NAME=user-key set a single one.",
    `${tlsNote} the command finds the authority in SVC_CA_CERT and, together with other authorities, in NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE.`,
    copyNote,
    reportNote,
    seedFileNote,
    "The command gets standard input, output and signals, and svc exits with the command's exit code, or 127 if the command is not found.",
    answersNote,
    recordNote,
    "If svc is killed, the command and everything that it started are ended: its descendants and, on Linux, processes whose parent has ended, unless they have cleared their environment.",
    "The sandbox ends with the command; processes that the command leaves in the background keep running, and their requests fail.",
    ...faultNotes,
  ],
  example: "svc sandbox exec --instant --fault errors=10%,retry-after=1 -- ./provision.sh",
  run: async (invocation) => (await import("./sandbox/exec.ts")).runWithSandbox(invocation, changeShape),
});

export const printSeedSchema = command({
  command: ["sandbox", "schema"],
  summary: "Print the JSON Schema of seed files",
  notes: [
    "Editors use it to complete and check files: begin a file with # yaml-language-server: $schema=seed.schema.json.",
  ],
  refusedGlobals: [...serviceOptions, ...rowOptions, "show-secrets"],
  example: "svc sandbox schema",
  run: async ({ context }) => {
    const { writeSeedSchema } = await import("./sandbox/launch.ts");
    await writeSeedSchema(context);
  },
});
