/** Public actions of the settings module: settings, kill switches, the notice, and the live state. */
export {
  changeSetting,
  rollBackSetting,
  type SettingLine,
  settingLines,
  settingVersions,
} from "./actions/settings.ts";
export { settingApprovals, settingHandler } from "./actions/approval-kind.ts";
export { setNotice, setSwitch, storedNotice, switchLines } from "./actions/switches.ts";
export { createLiveState, isPaused, type LiveState, refusePaused } from "./live-state.ts";
export { settingStateOf } from "./store/settings.ts";
export { noticeStateOf, switchStateOf } from "./store/switches.ts";
