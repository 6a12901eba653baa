/** How svc starts ssh: what it has found out, and what the operator adds. */
export interface SshCall {
  /** An address and nothing else; see `NodeAddress`. */
  readonly address: string;
  /** Undefined: ssh decides by its own configuration. */
  readonly user: string | undefined;
  readonly port: number | undefined;
  /** As ssh's `-J` takes it. */
  readonly jump: string | undefined;
  readonly identityFiles: readonly string[];
  /** As ssh's `-o` takes them, such as `ConnectTimeout=5`. */
  readonly options: readonly string[];
  /** No question is asked: nobody could answer it. */
  readonly isBatch: boolean;
  /** What stands behind `--`: further options of ssh, then the command. */
  readonly rest: readonly string[];
}

/**
 * The arguments of ssh. Of an option that is given twice ssh takes the first, so the operator's own stand before
 * what svc adds. Nothing of them is read by a shell on this computer, and nothing is said about host keys.
 */
export const sshArguments = ({
  address,
  user,
  port,
  jump,
  identityFiles,
  options,
  isBatch,
  rest,
}: SshCall): readonly string[] => [
  ...options.flatMap((option) => ["-o", option]),
  ...(isBatch ? ["-o", "BatchMode=yes"] : []),
  ...(jump === undefined ? [] : ["-J", jump]),
  ...identityFiles.flatMap((file) => ["-i", file]),
  ...(port === undefined ? [] : ["-p", String(port)]),
  ...(user === undefined ? [] : ["-l", user]),
  address,
  ...rest,
];
