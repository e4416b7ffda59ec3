/**
 * 跳转中…, the partner redirect page: shows the partner and target of a link, then opens it by a full
 * page load, or shows why it cannot.
 */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api.ts";
import { ApiFailure, userMessageFor } from "../../device/failure.ts";
import { hasChosenCity } from "../../device/location-choice.ts";
import type { PageProps } from "../../routes.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, ErrorBlock } from "../../components/empty-state.tsx";
import { Bone } from "../../components/skeleton.tsx";
import styles from "./go/go.module.css";
import { Jump } from "./go/jump.tsx";
import { goBack } from "./go/open-partner.ts";
import { useCity } from "../../shell/use-city.ts";

const Waiting = () => (
  <div className={styles.card} role="status" aria-label="加载中">
    <span className={styles.blank} />
    <Bone width={46} height={20} />
    <Bone width={60} height={12} />
  </div>
);

/** The link is invalid or its partner is closed now: shows the reason and a back button. */
const LinkUnavailable = ({
  reason,
  onRetry,
}: {
  readonly reason: string;
  /** Absent when a retry would give the same result. */
  readonly onRetry?: () => unknown;
}) => (
  <EmptyState scene="error" title="暂时无法前往" note={reason}>
    <Button appearance="sea" size={44} onPress={goBack}>
      返回
    </Button>
    {onRetry && (
      <Button appearance="line" size={44} onPress={onRetry}>
        重试
      </Button>
    )}
  </EmptyState>
);

/**
 * Opened as `?linkId=`. A target address is never accepted; without a link ID no request is sent.
 */
export default function BizGoPage({ query }: PageProps) {
  const linkId = query["linkId"] ?? "";
  if (linkId !== "") return <GoPage linkId={linkId} />;
  return (
    <div className={styles.page}>
      <LinkUnavailable reason="链接不完整，没有说明要去哪里" />
    </div>
  );
}

function GoPage({ linkId }: { readonly linkId: string }) {
  const city = useCity();
  const input = {
    linkId,
    ...(hasChosenCity() ? { regionCode: city.code } : {}),
  };
  const { data, error, refetch } = useQuery(apiQuery(api.partners.link, input));
  if (data?.available) {
    return (
      <div className={styles.page}>
        <Jump card={data} input={input} />
      </div>
    );
  }
  const isNoLink = error instanceof ApiFailure && (error.status === 404 || error.status === 400);
  const reason = data?.reason ?? (isNoLink ? "链接不存在或已下线" : undefined);
  if (reason !== undefined) {
    return (
      <div className={styles.page}>
        <LinkUnavailable reason={reason} {...(isNoLink ? {} : { onRetry: refetch })} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      {error ? <ErrorBlock title={userMessageFor(error)} onRetry={refetch} /> : <Waiting />}
    </div>
  );
}
