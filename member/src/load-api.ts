/** The typed client for pages whose first view asks the server nothing: it comes with the first use. */
export const loadApi = () => import("./api.ts").then(({ api }) => api);
