/** The format of a mainland mobile number; shared by server and pages. */
export const MOBILE = /^1[3-9]\d{9}$/;
