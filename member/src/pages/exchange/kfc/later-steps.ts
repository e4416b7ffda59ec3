/** What comes after the stores: one chunk, asked for while the stores are read. */
export { ConfirmStep } from "./confirm-step.tsx";
export { MenuStep } from "./menu-step.tsx";
export { PickupStep } from "./pickup-step.tsx";
export { WaitingForCode } from "./waiting-for-code.tsx";
