/** Every kind of order that rails carry out. */
import type { OrderKinds } from './rail-calls'
import { cryptoWithdrawalOrders } from './crypto-withdrawal-orders'
import { loadOrders } from './platform-deposit-orders'
import { redeemOrders } from './platform-withdrawal-orders'
import { withdrawalOrders } from './withdrawal-orders'

export const RAIL_ORDERS: OrderKinds = {
  withdrawal: withdrawalOrders,
  crypto_withdrawal: cryptoWithdrawalOrders,
  platform_deposit: loadOrders,
  platform_withdrawal: redeemOrders,
}
