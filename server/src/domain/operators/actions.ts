/** Public actions of the operators module: login, roles, grants. */
export { enrolDirectly, grantRoles } from "./actions/accounts.ts";
export { grantApprovals } from "./actions/approval-kind.ts";
export { hasAdministrators, makeFirstAdministrator } from "./actions/first-administrator.ts";
export { operatorNames, shownAuthenticators, type ShownAuthenticator } from "./actions/read.ts";
export { readActiveOperators, readOperatorsWith } from "./store/accounts.ts";
export { makeTotpSecret } from "./totp.ts";
export { operatorStateOf } from "./store/audited.ts";
