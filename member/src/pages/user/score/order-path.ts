/** Where an order is read by its number. */
export const orderPath = (orderNo: string): string =>
  `/pages/exchange/ordetail?orderNo=${encodeURIComponent(orderNo)}`;
