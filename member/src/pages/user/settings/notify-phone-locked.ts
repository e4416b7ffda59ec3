/** Notice that the phone cannot be changed yet. */
import { formatTime } from "../../../device/time.ts";
import { notice } from "../../../shell/facade/facade.ts";

/** `until` in ms. */
export async function notifyPhoneLocked(until: number): Promise<void> {
  await notice({
    title: "还不能更换手机号",
    content: [
      "30 天内只能更换一次",
      `${formatTime(until).slice(5, 16)} 后可再次更换`,
      "手机号已停用时，可在「帮助客服」查看客服电话",
    ].join("\n"),
  });
}
