/** The ways in which users pay in and are paid out (money, payment method). */
import { paymentMethod } from '@contract/records/system/payment-method'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource } from '@server/platform/records/source'

/** A trigger (migration `payment_methods`) lets the account and the fees change only to what was approved. */
export const paymentMethods = recordTable(paymentMethod, 'payment_methods')

export default defineSource(paymentMethod, { table: paymentMethods, scope: { store: 'row' }, derived: {} })
