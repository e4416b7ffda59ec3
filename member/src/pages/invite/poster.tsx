/** InvitePoster: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function InvitePosterPage() {
  return <ComingSoon what={["选择喜欢的海报", "保存或分享给好友", "复制邀请链接"]} />;
}
