export interface SshCall {
  readonly address: string;
  /** If undefined, ssh decides. */
  readonly user: string | undefined;
  readonly port: number | undefined;
  readonly jump: string | undefined;
  readonly identityFiles: readonly string[];
  /** Values of ssh's `-o`, such as `ConnectTimeout=5`. */
  readonly options: readonly string[];
  readonly isBatch: boolean;
  /** In seconds; if undefined, ssh's configuration applies. */
  readonly connectTimeout: number | undefined;
  /** Words after `--`: further ssh options, then the command. */
  readonly rest: readonly string[];
}

/** ssh uses the first of repeated options, so the user's come before svc's. */
export const sshArguments = (call: SshCall): readonly string[] => [
  ...call.options.flatMap((option) => ["-o", option]),
  ...(call.isBatch ? ["-o", "BatchMode=yes"] : []),
  ...(call.connectTimeout === undefined ? [] : ["-o", `ConnectTimeout=${call.connectTimeout}`]),
  ...(call.jump === undefined ? [] : ["-J", call.jump]),
  ...call.identityFiles.flatMap((file) => ["-i", file]),
  ...(call.port === undefined ? [] : ["-p", String(call.port)]),
  ...(call.user === undefined ? [] : ["-l", call.user]),
  call.address,
  ...call.rest,
];
