/**
 * 支付安全: the pay password, the amount up to which none is needed, and the phone that receives codes.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Security } from "@yunjing/contract/schemas/security";
import { lazy, Suspense, useState } from "react";
import { api, apiQuery } from "../../api.ts";
import { formatTime } from "../../device/time.ts";
import { Section } from "../../components/card.tsx";
import { ErrorBlock } from "../../components/empty-state.tsx";
import { ListRow, ListRows } from "../../components/list-row.tsx";
import { lock, shield } from "../../components/money-icons.ts";
import { moneyText } from "../../components/money.ts";
import { NoticeBar } from "../../components/notice-bar.tsx";
import { phone } from "../../components/page-icons.ts";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { Bone } from "../../components/skeleton.tsx";
import styles from "./security/security.module.css";

const PasswordFlow = lazy(() =>
  import("./security/password-flow.tsx").then((module) => ({ default: module.PasswordFlow })),
);

const Waiting = () => (
  <div className="grid rows-end" role="status" aria-label="加载中">
    {[1, 2, 3].map((row) => (
      <span key={row} className={styles.bones}>
        <Bone width={40} />
        <Bone width={30} height={12} />
      </span>
    ))}
  </div>
);

interface WaysProps {
  readonly security: Security;
  readonly onPassword: () => void;
}

const Ways = ({ security, onPassword }: WaysProps) => (
  <div className="rows-end">
    <ListRows label="支付安全">
      <ListRow
        icon={lock}
        name={security.hasPayPassword ? "修改支付密码" : "设置支付密码"}
        value={security.hasPayPassword ? "已设置" : "未设置"}
        onPress={onPassword}
      />
      <ListRow
        icon={shield}
        name="免验证额度"
        value={`现在 ${moneyText(security.freeFen, "shop")} 以内`}
      />
      <ListRow icon={phone} name="验证手机" value={security.phone || "未绑定"} />
    </ListRows>
  </div>
);

const Rules = () => (
  <Section title="什么时候要验证">
    <ul className="text-14 looser ink-700 bullets">
      <li>用余额支付超过免验证额度时，额度随 24 小时内的余额支付减少</li>
      <li>提现金额较大时；设置支付密码后，每次提现都要</li>
      <li>设置或修改支付密码、更换手机号时，只能用短信验证码</li>
      <li>更换手机号后 24 小时内，暂停需要验证的提现和余额支付</li>
    </ul>
    <p className="mt-2 text-12 loose ink-500">
      可以用 6 位支付密码或短信验证码验证。密码多次输错会暂时锁定，锁定期间仍可用短信验证码。
    </p>
    <p className="mt-2 text-12 loose ink-500">我们不会向你索要密码和验证码。</p>
  </Section>
);

export default function UserSecurityPage() {
  const { data: security, isLoadingError, refetch } = useQuery(apiQuery(api.security.summary, {}));
  const queries = useQueryClient();
  const [isSetting, setSetting] = useState(false);
  const lockedUntil = security?.lockedUntil;
  return (
    <PullRefresh onRefresh={refetch}>
      <div className="page-padding grid gap-3">
        {lockedUntil !== undefined && (
          <NoticeBar
            kind="warn"
            icon={lock}
            text={`支付密码输错太多次，锁定到 ${formatTime(lockedUntil).slice(5, 16)}；期间可用短信验证码，或重设密码解锁`}
          />
        )}
        {security?.phoneCoolingUntil !== undefined && (
          <NoticeBar
            kind="warn"
            icon={phone}
            text={`刚更换过手机号，${formatTime(security.phoneCoolingUntil).slice(5, 16)} 前暂停需要验证的提现和余额支付`}
          />
        )}
        <Section title="支付密码">
          {security ? (
            <Ways security={security} onPassword={() => setSetting(true)} />
          ) : isLoadingError ? (
            <ErrorBlock onRetry={refetch} />
          ) : (
            <Waiting />
          )}
        </Section>
        <Rules />
      </div>
      {isSetting && security && (
        <Suspense fallback={null}>
          <PasswordFlow
            isFirst={!security.hasPayPassword}
            onSet={(changed) =>
              queries.setQueryData(apiQuery(api.security.summary, {}).queryKey, changed)
            }
            onClose={() => setSetting(false)}
          />
        </Suspense>
      )}
    </PullRefresh>
  );
}
