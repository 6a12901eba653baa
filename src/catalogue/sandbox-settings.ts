/** How the sandbox behaves where documents and live services differ. */
export const answerStyles = ["documented", "deployed"] as const;
export type AnswerStyle = (typeof answerStyles)[number];

/** Simulated seconds per second of real time. */
export const clockSpeed = { min: 0.001, max: 1_000_000 } as const;

export const faultForms = [
  {
    form: "latency=MS[-MS]",
    example: "latency=200-800",
    help: "answers are delayed by this many milliseconds",
  },
  {
    form: "errors=RATE[,status=CODE][,retry-after=SECONDS]",
    example: "errors=10%,retry-after=1",
    help: "requests are answered with an error, 503 unless stated otherwise, and not carried out",
  },
  { form: "drop=RATE", example: "drop=0.05", help: "connections are closed without an answer" },
  { form: "half=RATE", example: "half=5%", help: "answers break off in the middle" },
  {
    form: "fail=PHASE[,machine=NAME][,rate=RATE]",
    example: "fail=deploy,machine=web-01",
    help: "machines fail to commission, test, deploy, release, erase, rescue or exit-rescue",
  },
  {
    form: "silent=PHASE[,machine=NAME][,rate=RATE]",
    example: "silent=commission,rate=50%",
    help: "machines stop reporting, until the service gives up on them",
  },
  {
    form: "power=silent[,machine=NAME]",
    example: "power=silent,machine=db-01",
    help: "power controllers do not answer",
  },
  {
    form: "scan=unreachable|timeout[,machine=NAME]",
    example: "scan=timeout",
    help: "rack controllers do not accept the request to scan",
  },
  { form: "clock=SECONDS", example: "clock=-600", help: "the service's clock is wrong by this many seconds" },
  {
    form: "FAULT,on=OPERATION|[METHOD ]PATH",
    example: "errors=1,on=POST machines/*/op-deploy",
    help:
      "limits latency, errors, drop and half to these requests: an operation such as machine.deploy, or a path below " +
      "api/2.0/, in which * matches any text",
  },
  {
    form: "FAULT,user=NAME",
    example: "errors=1,user=bob,status=500",
    help: "limits latency, errors, drop and half to the requests of this user",
  },
  {
    form: "FAULT,next=N[,after=N]",
    example: "fail=deploy,next=1",
    help: "limits the fault to the next N requests or machines; after=N skips N of them first",
  },
] as const;
