/** Loads who is logged in, and draws the shell around the page; without a session it leads to login. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet, useLocation, useMatches, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { api, apiQuery } from "../api/client.ts";
import { hasCode } from "../api/failure.ts";
import { setOperator } from "../api/operator.ts";
import { usePulse } from "../api/pulse.ts";
import { onTokenChange, removeToken, storedToken } from "../api/token.ts";
import { Shell } from "../parts/shell/shell.tsx";
import { Failed, Skeleton } from "../parts/state.tsx";
import { pages } from "./pages.ts";
import { connectSearch } from "./search.ts";

const VERSION = "v1.0.0";
const HEALTH_MS = 60_000;

connectSearch();

export function Frame() {
  const me = useQuery({ ...apiQuery(api.operatorPassport.me, {}), staleTime: 60_000 });
  const pulse = usePulse();
  const health = useQuery({
    queryKey: ["readyz"],
    queryFn: ({ signal }) => fetch("/readyz", { signal }).then(({ ok }) => ok),
    refetchInterval: HEALTH_MS,
  });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname, href } = useLocation();
  const matches = useMatches();
  const isOver = hasCode(me.error, "AUTH_EXPIRED");
  const leave = useCallback(() => {
    setOperator(undefined);
    queries.clear();
    void navigate({ to: "/login", search: { back: href } });
  }, [navigate, queries, href]);
  useEffect(() => {
    if (isOver) leave();
  }, [isOver, leave]);
  // A logout in another tab ends this one too.
  useEffect(() => onTokenChange(() => storedToken() === "" && leave()), [leave]);
  const logout = useCallback(() => {
    void api.operatorPassport
      .logout({})
      .catch(() => {})
      .finally(removeToken);
  }, []);
  setOperator(me.data);
  if (me.isPending || isOver) return <Skeleton />;
  if (me.isError) return <Failed failure={me.error} onRetry={() => void me.refetch()} />;
  const route = matches.at(-1)?.fullPath.replace(/\/$/, "") || "/";
  const page = pages.find(({ path }) => path === route || path === pathname);
  return (
    <Shell
      operator={me.data}
      pages={pages}
      page={page}
      counts={pulse?.counts ?? {}}
      alerts={pulse?.alerts ?? 0}
      handed={pulse?.handed ?? []}
      isHealthy={health.data}
      version={VERSION}
      onLogout={logout}
    >
      <Outlet />
    </Shell>
  );
}
