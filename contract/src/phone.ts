/** The form of a mainland mobile number, the same for server and pages. */
export const MOBILE = /^1[3-9]\d{9}$/;
