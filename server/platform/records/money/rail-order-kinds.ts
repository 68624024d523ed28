/** Every kind of order that rails carry out. */
import type { OrderKinds } from './rail-calls'
import { withdrawalOrders } from './withdrawal-orders'

export const RAIL_ORDERS: OrderKinds = { withdrawal: withdrawalOrders }
