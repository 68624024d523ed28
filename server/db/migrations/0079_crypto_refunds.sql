ALTER TABLE "crypto_deposits" ADD COLUMN "refund_address" text;--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD COLUMN "refund_address_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD COLUMN "refund_of_id" uuid;--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD COLUMN "refund_reason" text;--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD COLUMN "refunded_by_id" uuid;--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD CONSTRAINT "crypto_withdrawals_refund_of_id_crypto_deposits_id_fk" FOREIGN KEY ("refund_of_id") REFERENCES "public"."crypto_deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD CONSTRAINT "crypto_withdrawals_refunded_by_id_staff_id_fk" FOREIGN KEY ("refunded_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_withdrawals_refund" ON "crypto_withdrawals" USING btree ("refund_of_id") WHERE status not in ('REJECTED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_refunds" ON "crypto_withdrawals" USING btree ("refund_of_id") WHERE refund_of_id is not null;--> statement-breakpoint
-- What is sent back never was the user's cash: no total and no limit counts it.
INSERT INTO "transfer_purposes" ("purpose", "type", "debits", "credits", "counts", "settles") VALUES
	('REFUND_REQUESTED', 'REFUND', '{CLEARING}', '{LOCKED}', NULL, NULL),
	('REFUND_PAID', 'REFUND', '{LOCKED}', '{CLEARING}', NULL, 'REFUND_REQUESTED'),
	('REFUND_REFUSED', 'REFUND', '{LOCKED}', '{CLEARING}', NULL, 'REFUND_REQUESTED');
--> statement-breakpoint
CREATE OR REPLACE VIEW "all_withdrawals" AS
	SELECT id, user_id, amount, status, requested_at FROM withdrawals
	UNION ALL SELECT id, user_id, amount, status, requested_at FROM crypto_withdrawals WHERE refund_of_id IS NULL;
--> statement-breakpoint
-- As before, with what is sent back.
CREATE OR REPLACE FUNCTION "crypto_deposit_stage"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	NEW.stage := CASE
		WHEN NEW.status IN ('AWAITING_PAYMENT', 'CONFIRMING') THEN 'OPEN'
		WHEN NEW.status IN ('UNDERPAID', 'OVERPAID', 'LATE', 'REVIEW') THEN 'TO_RESOLVE'
		WHEN NEW.status = 'COMPLETED' THEN 'CREDITED'
		WHEN NEW.status IN ('REFUNDING', 'REFUNDED') THEN 'REFUNDS'
		ELSE NEW.status END;
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- As before; and what is sent back stays as it is until its withdrawal has ended, and so does the address that it goes to.
CREATE OR REPLACE FUNCTION "keep_crypto_deposit"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	paid record;
BEGIN
	IF (NEW.id, NEW.reference, NEW.user_id, NEW.coin_id, NEW.network, NEW.symbol, NEW.decimals, NEW.required_confirmations, NEW.amount_asked,
			NEW.coin_asked, NEW.rate, NEW.rate_at, NEW.expires_at, NEW.requested_at, NEW.promo_code, NEW.source, NEW.rail, NEW.origin_id, NEW.store_code)
		IS DISTINCT FROM (OLD.id, OLD.reference, OLD.user_id, OLD.coin_id, OLD.network, OLD.symbol, OLD.decimals, OLD.required_confirmations, OLD.amount_asked,
			OLD.coin_asked, OLD.rate, OLD.rate_at, OLD.expires_at, OLD.requested_at, OLD.promo_code, OLD.source, OLD.rail, OLD.origin_id, OLD.store_code)
		OR (OLD.address IS NOT NULL AND NEW.address IS DISTINCT FROM OLD.address)
		OR (OLD.is_reviewed AND NOT NEW.is_reviewed)
		OR (OLD.status IN ('COMPLETED', 'REFUNDED')
			AND (NEW.status, NEW.amount, NEW.coin_amount) IS DISTINCT FROM (OLD.status, OLD.amount, OLD.coin_amount))
		OR (NEW.status IN ('REFUNDING', 'REFUNDED') AND (NEW.amount, NEW.coin_amount) IS DISTINCT FROM (OLD.amount, OLD.coin_amount))
		OR (OLD.status IN ('COMPLETED', 'REFUNDING', 'REFUNDED')
			AND (NEW.refund_address, NEW.refund_address_at) IS DISTINCT FROM (OLD.refund_address, OLD.refund_address_at)) THEN
		RAISE EXCEPTION 'what was asked, and what was credited or sent back, never changes' USING ERRCODE = '23514', CONSTRAINT = 'crypto_deposit_immutable';
	END IF;
	IF NEW.status = 'COMPLETED' AND OLD.status <> 'COMPLETED' THEN
		SELECT coalesce(sum(p.amount), 0) AS coins, sum(p.worth) AS worth, bool_and(p.worth IS NOT NULL) AS is_rated,
			bool_and(p.confirmations >= NEW.required_confirmations) AS is_confirmed, bool_or(p.is_late) AS is_late
			INTO paid FROM crypto_payments p WHERE p.deposit_id = NEW.id AND p.state <> 'REORGANISED';
		IF OLD.status IN ('ON_HOLD', 'FAILED', 'REFUNDING') OR paid.is_rated IS NOT TRUE OR paid.is_confirmed IS NOT TRUE OR paid.worth <= 0
			OR paid.worth IS DISTINCT FROM NEW.amount OR paid.coins IS DISTINCT FROM NEW.coin_amount
			OR NOT (EXISTS (SELECT FROM approvals a WHERE a.subject_type = 'crypto_deposit' AND a.subject_id = NEW.id
					AND a.status = 'APPROVED' AND a.amount = NEW.amount)
				OR (NOT NEW.is_reviewed AND NOT paid.is_late AND NEW.coin_asked IS NOT NULL
					AND abs(paid.coins - NEW.coin_asked) * 10000 <= NEW.coin_asked * 50
					AND EXISTS (SELECT FROM users u WHERE u.id = NEW.user_id AND u.account_status = 'ACTIVE' AND NOT u.is_deleted))) THEN
			RAISE EXCEPTION 'a deposit is credited by its payments or an approval' USING ERRCODE = '23514', CONSTRAINT = 'crypto_deposit_status';
		END IF;
	END IF;
	IF (NEW.status = 'REFUNDING' AND OLD.status NOT IN ('REFUNDING', 'UNDERPAID', 'OVERPAID', 'LATE', 'REVIEW'))
		OR (NEW.status = 'REFUNDED' AND OLD.status NOT IN ('REFUNDED', 'REFUNDING')) THEN
		RAISE EXCEPTION 'a deposit is refunded from the state in which staff resolve it' USING ERRCODE = '23514', CONSTRAINT = 'crypto_deposit_status';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- What sends a deposit back is what came, without the network fee, to the address that its user confirmed.
CREATE FUNCTION "keep_refund"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM crypto_deposits d WHERE d.id = NEW.refund_of_id AND d.status NOT IN ('COMPLETED', 'AWAITING_PAYMENT', 'CONFIRMING')
			AND (d.user_id, d.coin_id, d.network, d.rail, d.amount, d.refund_address, d.store_code)
				IS NOT DISTINCT FROM (NEW.user_id, NEW.coin_id, NEW.network, NEW.rail, NEW.amount, NEW.address, NEW.store_code)
			AND NEW.coin_amount = d.coin_amount - NEW.network_fee AND NEW.coin_amount > 0 AND NEW.fee = 0 AND NEW.net_amount = NEW.amount
			AND NEW.rate IS NULL) THEN
		RAISE EXCEPTION 'this withdrawal does not send its deposit back' USING ERRCODE = '23514', CONSTRAINT = 'crypto_refund';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "crypto_withdrawals_refund" BEFORE INSERT ON "crypto_withdrawals" FOR EACH ROW
	WHEN (NEW.refund_of_id IS NOT NULL) EXECUTE FUNCTION "keep_refund"();
--> statement-breakpoint
-- At the end of a transaction a deposit says what its refund is. Argument: the column with the deposit.
CREATE FUNCTION "agree_on_refund"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM crypto_deposits d
			CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE w.status <> 'COMPLETED') AS open, count(*) FILTER (WHERE w.status = 'COMPLETED') AS paid
				FROM crypto_withdrawals w WHERE w.refund_of_id = d.id AND w.status NOT IN ('REJECTED', 'CANCELLED')) r
			WHERE d.id = (to_jsonb(NEW)->>TG_ARGV[0])::uuid
				AND (r.open, r.paid) IS DISTINCT FROM (CASE d.status WHEN 'REFUNDING' THEN 1 ELSE 0 END, CASE d.status WHEN 'REFUNDED' THEN 1 ELSE 0 END)) THEN
		RAISE EXCEPTION 'a deposit and its refund do not agree' USING ERRCODE = '23514', CONSTRAINT = 'crypto_refund_agrees';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "crypto_deposits_refund" AFTER UPDATE ON "crypto_deposits" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION "agree_on_refund"('id');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "crypto_withdrawals_refunded" AFTER UPDATE ON "crypto_withdrawals" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (NEW.refund_of_id IS NOT NULL AND OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION "agree_on_refund"('refund_of_id');
--> statement-breakpoint
-- As before; a refund has no rate: its coins are known from the start.
CREATE OR REPLACE FUNCTION "keep_locked_rate"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT (CASE
		WHEN NEW.refund_of_id IS NOT NULL THEN (NEW.coin_amount, NEW.rate, NEW.rate_at) IS NOT DISTINCT FROM (OLD.coin_amount, OLD.rate, OLD.rate_at)
		WHEN OLD.status = 'PENDING' AND NEW.status = 'APPROVED' THEN NEW.coin_amount > 0 AND NEW.rate > 0
			AND NEW.coin_amount = trunc(NEW.net_amount / NEW.rate, NEW.decimals) - NEW.network_fee
		WHEN NEW.status = 'ON_HOLD' THEN (NEW.coin_amount, NEW.rate, NEW.rate_at) IS NOT DISTINCT FROM (NULL, NULL, NULL)
		ELSE (NEW.coin_amount, NEW.rate, NEW.rate_at) IS NOT DISTINCT FROM (OLD.coin_amount, OLD.rate, OLD.rate_at) END) THEN
		RAISE EXCEPTION 'the rate of a withdrawal is locked with its approval' USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_rate';
	END IF;
	RETURN NEW;
END
$$;
