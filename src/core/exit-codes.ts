/** A public contract: scripts rely on these codes. */
export const exitCodes = {
  done: { code: 0, meaning: "done" },
  other: { code: 1, meaning: "any other error" },
  usage: { code: 2, meaning: "usage error; no changing request was sent" },
  notFound: { code: 3, meaning: "not found (404, 410), or a name that matches nothing" },
  notAuthenticated: { code: 4, meaning: "not authenticated: 401, no API key, or a wrong clock" },
  forbidden: { code: 5, meaning: "forbidden (403)" },
  conflict: { code: 6, meaning: "conflict, wrong state, no machine matches (409), or no address left (503)" },
  invalid: { code: 7, meaning: "rejected as invalid by the service (400)" },
  stillInProgress: { code: 8, meaning: "still in progress when the time ran out" },
  operationFailed: { code: 9, meaning: "the operation ended in a failure state" },
  someFailed: { code: 10, meaning: "some of several failed" },
  unreachable: { code: 11, meaning: "the service cannot be reached (DNS, refused, TLS, proxy, time-out)" },
  serverError: {
    code: 12,
    meaning: "server error or throttled after all retries (5xx, 429), or API version gone (410)",
  },
  notConfirmed: { code: 13, meaning: "confirmation declined, or required but not interactive" },
  differences: { code: 14, meaning: "there are differences (svc plan --exit-code)" },
  interrupted: { code: 130, meaning: "interrupted (SIGINT)" },
  terminated: { code: 143, meaning: "terminated (SIGTERM)" },
} as const;

export type ExitKind = keyof typeof exitCodes;
