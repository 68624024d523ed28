ALTER TABLE "platform_withdrawals" ADD COLUMN "payout_method_id" uuid;--> statement-breakpoint
ALTER TABLE "platform_withdrawals" ADD COLUMN "withdrawal_id" uuid;--> statement-breakpoint
ALTER TABLE "platform_withdrawals" ADD COLUMN "not_withdrawn" text;--> statement-breakpoint
ALTER TABLE "platform_withdrawals" ADD CONSTRAINT "platform_withdrawals_payout_method_id_payment_methods_id_fk" FOREIGN KEY ("payout_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_withdrawals" ADD CONSTRAINT "platform_withdrawals_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "platform_withdrawals_withdrawal" ON "platform_withdrawals" USING btree ("withdrawal_id");
--> statement-breakpoint
-- What becomes of a redeem whose user wants to be paid: it is withdrawn, or the redeem says why not.
ALTER TABLE "platform_withdrawals" ADD CONSTRAINT "platform_withdrawals_then_withdraw" CHECK (
	num_nonnulls("withdrawal_id", "not_withdrawn") = CASE WHEN "status" = 'COMPLETED' AND "payout_method_id" IS NOT NULL THEN 1 ELSE 0 END);
--> statement-breakpoint
DROP TRIGGER "platform_withdrawals_change" ON "platform_withdrawals";
--> statement-breakpoint
CREATE TRIGGER "platform_withdrawals_change" BEFORE UPDATE ON "platform_withdrawals" FOR EACH ROW
	EXECUTE FUNCTION "keep_platform_request"('platform_withdrawal', 'amount', 'fee', 'net_amount', 'withdrawal_id', 'not_withdrawn');
--> statement-breakpoint
-- What is withdrawn with a redeem is what its user got, to the method that they asked for.
CREATE FUNCTION "keep_then_withdraw"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM withdrawals w WHERE w.id = NEW.withdrawal_id AND w.user_id = NEW.user_id AND w.amount = NEW.net_amount
			AND w.payment_method_id = NEW.payout_method_id AND w.store_code IS NOT DISTINCT FROM NEW.store_code) THEN
		RAISE EXCEPTION 'this withdrawal is not of what was redeemed' USING ERRCODE = '23514', CONSTRAINT = 'then_withdraw';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "platform_withdrawals_then_withdraw" BEFORE INSERT OR UPDATE ON "platform_withdrawals" FOR EACH ROW
	WHEN (NEW.withdrawal_id IS NOT NULL) EXECUTE FUNCTION "keep_then_withdraw"();
