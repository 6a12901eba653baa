/** In the order of the checks; the names are part of the output. */
export const doctorChecks = {
  svc: "svc and the Node that runs it",
  path: "the program svc on PATH, and others of its name",
  completion: "whether the shell completes svc, by the script of this version",
  manual: "the manual pages",
  variables: "variables of the environment that are misspelt, wrong or without effect",
  profiles: "the file of the profiles: its content, owner and permissions",
  cache: "the folder of what svc keeps to be faster",
  address: "the address of the service, and where it comes from",
  settings: "where key and settings come from",
  proxy: "the proxy of the environment",
  dns: "the host's name",
  connection: "a connection to each of its addresses",
  tls: "encryption, and the service's certificate",
  service: "whether the API answers there, and in which version",
  clock: "this computer's clock beside the service's",
  addressing: "how operations are addressed",
  key: "whether the service takes the API key",
  user: "whose key it is",
  description: "what the service says that it offers, and what svc knows of that",
  speed: "how long an answer takes, and limits",
} as const;

export type CheckName = keyof typeof doctorChecks;

export const checkNames = Object.keys(doctorChecks) as readonly CheckName[];

export const checkStates = ["ok", "warning", "failed", "skipped"] as const;
export type CheckState = (typeof checkStates)[number];
