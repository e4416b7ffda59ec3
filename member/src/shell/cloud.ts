/**
 * Our own cloud with the app's dialogs and its login; loaded by its callers, never at the start.
 */
import type { Cloud } from "../device/cloud/cloud.ts";
import { loadCloudConfig } from "../device/cloud/config.ts";
import { confirm, loading, notice, toast } from "./facade/facade.ts";
import { goToLogin } from "./navigate.ts";

export const cloud: Cloud = {
  config: loadCloudConfig,
  access: [],
  ui: {
    loading: (text) => loading({ text }),
    toast: (text) => toast(text),
    notice: ({ title, content, confirmText }) =>
      notice({ title, content, buttons: [{ text: confirmText }] }),
    confirm,
    openLogin: goToLogin,
  },
};
