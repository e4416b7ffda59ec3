/** Routes of the badges of the operators' queues, of saved views, of alerts and of dead messages. */
import { routesOf } from "../../operation.ts";
import { stepUpOf } from "../../step-up.ts";
import { operatorPermissions } from "../../permissions.ts";

/** Every operator; what the answer holds depends on the operator's permissions. */
const may = { caller: "operator", permissions: operatorPermissions } as const;
const readsJobs = { caller: "operator", permissions: ["jobs:read", "jobs:manage"] } as const;
const manages = { caller: "operator", permissions: ["operators:manage"] } as const;
const managesJobs = { caller: "operator", permissions: ["jobs:manage"] } as const;

export const operatorQueues = routesOf({
  pulse: { ...may, method: "GET", path: "/pulse" },
  views: { ...may, method: "GET", path: "/views/{page}" },
  saveView: { ...may, method: "PUT", path: "/views/{page}" },
  deleteView: { ...may, method: "DELETE", path: "/views/{page}" },
  listSettings: { ...may, method: "GET", path: "/list-settings" },
  setListSettings: { ...may, method: "PUT", path: "/list-settings" },
  alerts: { ...may, method: "GET", path: "/alert-queue" },
  acknowledge: { ...may, method: "POST", path: "/alerts/{alertId}/acknowledge" },
  assign: { ...may, method: "POST", path: "/alerts/{alertId}/assign" },
  recipients: { ...manages, method: "GET", path: "/alert-recipients" },
  setRecipients: { ...manages, method: "PUT", path: "/alert-recipients", stepUp: stepUpOf.setting },
  dead: { ...readsJobs, method: "GET", path: "/outbox/dead" },
  resend: { ...managesJobs, method: "POST", path: "/outbox/{messageId}/resend" },
  resendTopic: { ...managesJobs, method: "POST", path: "/outbox/resend" },
});
