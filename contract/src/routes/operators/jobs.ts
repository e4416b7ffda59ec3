/** Routes of the scheduled jobs and of the outbox by topic. */
import { routesOf } from "../../operation.ts";

const mayRead = { caller: "operator", permissions: ["jobs:read", "jobs:manage"] } as const;
const mayManage = { caller: "operator", permissions: ["jobs:manage"] } as const;

export const operatorJobs = routesOf({
  list: { ...mayRead, method: "GET", path: "/jobs" },
  run: { ...mayManage, method: "POST", path: "/jobs/{name}/run" },
  pause: { ...mayManage, method: "POST", path: "/jobs/{name}/pause" },
  resume: { ...mayManage, method: "POST", path: "/jobs/{name}/resume" },
  retention: { ...mayRead, method: "GET", path: "/retention" },
  archives: { ...mayRead, method: "GET", path: "/archives" },
  outbox: { ...mayRead, method: "GET", path: "/outbox" },
});
