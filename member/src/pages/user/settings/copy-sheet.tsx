/** Sheet of 个人信息副本: asks for a copy of the member's own data, and downloads it by a code. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Copies } from "@yunjing/contract/schemas/copies";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { StepUpSheet } from "../../../components/step-up/step-up-sheet.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { saveCopy } from "./save-copy.ts";

const TITLE = "个人信息副本";
/** A copy takes seconds; the sheet asks again so often, ms. */
const LOOK_MS = 2_000;

const minuteOf = (at: number): string => formatTime(at).slice(0, 16);

function stateText({ copy }: Copies): string {
  switch (copy?.state) {
    case undefined:
      return "还没有申请过。";
    case "making":
      return "正在生成，通常不到一分钟，可以先离开。";
    case "failed":
      return "这次没有生成成功，请重新申请。";
    case "gone":
      return "上一份已过期删除，可以重新申请。";
    case "ready":
      return `已生成，${copy.until === undefined ? "" : `${minuteOf(copy.until)} 前`}可以下载。`;
  }
}

function useCopies() {
  const queries = useQueryClient();
  const query = apiQuery(api.copies.show, {});
  const shown = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.copy?.state === "making" ? LOOK_MS : false),
  });
  const request = async (): Promise<void> => {
    await withIdempotencyKey("copy", (idempotencyKey) =>
      api.copies.request({}, { idempotencyKey }),
    ).then(
      (copies) => queries.setQueryData(query.queryKey, copies),
      async (failure: unknown) => {
        await shown.refetch();
        await toast(userMessageFor(failure));
      },
    );
  };
  return { ...shown, request };
}

/** Downloads the copy with a fresh link. */
async function download(copyId: string, stepUp?: string): Promise<void> {
  await api.copies
    .link({ copyId, ...(stepUp === undefined ? {} : { stepUp }) })
    .then(({ link }) => saveCopy(copyId, link))
    .then(
      () => toast("已下载，请妥善保存", { kind: "done" }),
      (failure: unknown) => toast(userMessageFor(failure)),
    );
}

function Acts({
  copies,
  onRequest,
  onProve,
}: {
  readonly copies: Copies;
  readonly onRequest: () => Promise<void>;
  readonly onProve: () => void;
}) {
  const { copy, leftToday, needsCode } = copies;
  if (copy?.state === "making")
    return (
      <Button appearance="main" block reason="生成后可以下载">
        下载
      </Button>
    );
  const ask = (
    <Button
      appearance={copy?.state === "ready" ? "line" : "main"}
      block
      busyText="正在申请"
      reason={leftToday === 0 ? "今天的次数已用完，明天再来" : undefined}
      onPress={onRequest}
    >
      {copy === undefined ? "申请副本" : "重新申请"}
    </Button>
  );
  if (copy?.state !== "ready") return ask;
  return (
    <div className="column gap-2">
      <Button
        appearance="main"
        block
        busyText="正在下载"
        onPress={() => (needsCode ? onProve() : download(copy.copyId))}
      >
        下载
      </Button>
      {ask}
    </div>
  );
}

export function CopySheet({ onClose }: { readonly onClose: () => void }) {
  const { data, isLoadingError, refetch, request } = useCopies();
  const [isProving, setProving] = useState(false);
  const copyId = data?.copy?.copyId;
  if (isProving && copyId !== undefined)
    return (
      <StepUpSheet
        purpose="copy"
        what={`下载${TITLE}`}
        onlyCode
        onProof={async (stepUp) => {
          await download(copyId, stepUp);
          setProving(false);
        }}
        onClose={() => setProving(false)}
      />
    );
  return (
    <FlowSheet
      reason="a copy of own data"
      title={TITLE}
      onClose={onClose}
      foot={data && <Acts copies={data} onRequest={request} onProve={() => setProving(true)} />}
    >
      <p className="mb-2 text-14 looser ink-700">
        包含你的资料、地址、订单、余额和积分明细、卡券、邀请、消息、工单和发票，是一个可以直接打开的网页文件。好友的信息只有打码后的部分。
      </p>
      {data ? (
        <p role="status" className="mb-3 text-14 looser ink-900 strong">
          {stateText(data)}
        </p>
      ) : isLoadingError ? (
        <ErrorBlock onRetry={refetch} />
      ) : (
        <Skeleton count={1} />
      )}
    </FlowSheet>
  );
}
