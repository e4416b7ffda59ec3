/**
 * A pending request to close the account: the end of its cooling-off period or what delays it, and
 * its withdrawal.
 */
import type { Closing } from "@yunjing/contract/schemas/closing";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { Dock } from "../../../components/dock.tsx";
import { Facts } from "../../../components/facts.tsx";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import { Obstacles, Rules } from "./request-form.tsx";

/** 2026-11-29 21:30 */
const minuteOf = (instant: number | undefined): string =>
  instant === undefined ? "" : formatTime(instant).slice(0, 16);

interface PendingRequestProps {
  readonly closing: Closing;
  readonly onChanged: (closing: Closing) => void;
}

async function withdrawRequest({ closing, onChanged }: PendingRequestProps): Promise<void> {
  const yes = await confirm({
    title: "撤回注销申请？",
    content: "撤回后账号照常使用，什么都不会清空。",
    confirmText: "撤回",
  });
  if (!yes) return;
  await withIdempotencyKey(`closing-withdraw:${closing.requestedAt}`, (idempotencyKey) =>
    api.closing.withdraw({}, { idempotencyKey }),
  ).then(
    (changed) => {
      onChanged(changed);
      return toast("已撤回，账号照常使用", { kind: "done" });
    },
    (failure: unknown) => toast(userMessageFor(failure)),
  );
}

export function PendingRequest(props: PendingRequestProps) {
  const { closing } = props;
  const isWaiting = closing.state === "waiting";
  return (
    <>
      <div className="page page-padding gap-3">
        <Section title={isWaiting ? "等待处理" : "注销申请已提交"}>
          <p className="mb-1 text-20 ink-900 strong">
            {isWaiting ? "暂不能注销" : minuteOf(closing.dueAt)}
          </p>
          <p className="mb-3 text-14 looser ink-700">
            {isWaiting
              ? "冷静期已过，但还有事项没有完成。处理完会自动注销，也可以撤回申请。"
              : "到这个时间账号将注销。在此之前可以照常使用，也可以撤回申请。"}
          </p>
          <Facts boxed items={[{ name: "申请时间", value: minuteOf(closing.requestedAt) }]} />
        </Section>
        {closing.obstacles.length > 0 && <Obstacles closing={closing} />}
        <Rules closing={closing} />
      </div>
      <Dock>
        <Button appearance="main" block busyText="正在撤回" onPress={() => withdrawRequest(props)}>
          撤回注销申请
        </Button>
      </Dock>
    </>
  );
}
