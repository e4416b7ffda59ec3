/** The steps after the stores, in one chunk that is loaded while the stores are shown. */
export { ConfirmStep } from "./confirm-step.tsx";
export { MenuStep } from "./menu-step.tsx";
export { PickupStep } from "./pickup-step.tsx";
export { WaitingForCode } from "./waiting-for-code.tsx";
