CREATE TABLE "crypto_withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT 'CW-' || new_number() NOT NULL,
	"user_id" uuid NOT NULL,
	"coin_id" uuid NOT NULL,
	"network" text NOT NULL,
	"symbol" text NOT NULL,
	"decimals" integer NOT NULL,
	"required_confirmations" integer NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"fee" numeric(20, 2) NOT NULL,
	"net_amount" numeric(20, 2) NOT NULL,
	"network_fee" numeric(38, 18) NOT NULL,
	"address" text NOT NULL,
	"coin_amount" numeric(38, 18),
	"rate" numeric(30, 8),
	"rate_at" timestamp (3) with time zone,
	"source" text DEFAULT 'APP' NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"hold_reason" text,
	"wakes_at" timestamp (3) with time zone,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason_code" text,
	"user_text" text,
	"rail" text NOT NULL,
	"tx_hash" text,
	"paid_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(reference, '')) || E'\n' || fold(coalesce(address, '')) || E'\n' || fold(coalesce(tx_hash, ''))) STORED NOT NULL,
	"claimed_by" uuid,
	"claim_until" timestamp (3) with time zone,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"decided_checks" jsonb,
	"resumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "rail_attempts" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD COLUMN "crypto_withdrawal_id" uuid;--> statement-breakpoint
ALTER TABLE "rail_attempts" ADD COLUMN "confirmations" integer;--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD CONSTRAINT "crypto_withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD CONSTRAINT "crypto_withdrawals_coin_id_crypto_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."crypto_coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crypto_withdrawals" ADD CONSTRAINT "crypto_withdrawals_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_withdrawals_reference_unique" ON "crypto_withdrawals" USING btree (lower("reference" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_requested_at" ON "crypto_withdrawals" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_store_code_requested_at" ON "crypto_withdrawals" USING btree ("store_code","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_status_requested_at" ON "crypto_withdrawals" USING btree ("status","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_store_code_status_requested_at" ON "crypto_withdrawals" USING btree ("store_code","status","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_user_id_requested_at" ON "crypto_withdrawals" USING btree ("user_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_status_user_id_requested_at" ON "crypto_withdrawals" USING btree ("status","user_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_coin_id_requested_at" ON "crypto_withdrawals" USING btree ("coin_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_store_code_coin_id_requested_at" ON "crypto_withdrawals" USING btree ("store_code","coin_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_status_coin_id_requested_at" ON "crypto_withdrawals" USING btree ("status","coin_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_store_code_status_coin_id_requested_at" ON "crypto_withdrawals" USING btree ("store_code","status","coin_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_amount" ON "crypto_withdrawals" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_store_code_amount" ON "crypto_withdrawals" USING btree ("store_code","amount","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_status_amount" ON "crypto_withdrawals" USING btree ("status","amount","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_store_code_status_amount" ON "crypto_withdrawals" USING btree ("store_code","status","amount","id");--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_search" ON "crypto_withdrawals" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_wakes_at" ON "crypto_withdrawals" USING btree ("wakes_at") WHERE status = 'ON_HOLD' and wakes_at is not null;--> statement-breakpoint
CREATE INDEX "crypto_withdrawals_address" ON "crypto_withdrawals" USING btree ("network","address");--> statement-breakpoint
ALTER TABLE "discrepancies" ADD CONSTRAINT "discrepancies_crypto_withdrawal_id_crypto_withdrawals_id_fk" FOREIGN KEY ("crypto_withdrawal_id") REFERENCES "public"."crypto_withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "crypto_deposits_address" ON "crypto_deposits" ("network", "address") WHERE "address" IS NOT NULL;--> statement-breakpoint
-- All withdrawals of users, whatever pays them: for limits, and for how often somebody withdraws.
CREATE VIEW "all_withdrawals" AS
	SELECT id, user_id, amount, status, requested_at FROM withdrawals
	UNION ALL SELECT id, user_id, amount, status, requested_at FROM crypto_withdrawals;
--> statement-breakpoint
-- As before, for both tables: what was requested stays as it is; and a withdrawal is paid only after its approval, and by staff only where no
-- rail pays it. The arguments of a trigger: the type of its rail's orders, that of its approvals, and further columns that may change.
DROP TRIGGER "withdrawals_change" ON "withdrawals";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_withdrawal"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	-- Generated columns are computed after the trigger.
	written text[] := ARRAY['status', 'decided_by_id', 'decided_at', 'reason_code', 'user_text', 'hold_reason', 'wakes_at', 'resumed_at',
		'decided_checks', 'paid_at', 'search_text', 'claimed_by', 'claim_until', 'updated_at', 'version'] || TG_ARGV[2:];
	allowed boolean;
BEGIN
	IF to_jsonb(NEW) - written IS DISTINCT FROM to_jsonb(OLD) - written THEN
		RAISE EXCEPTION 'what was requested of a withdrawal never changes' USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_immutable';
	END IF;
	IF OLD.status = NEW.status THEN RETURN NEW; END IF;
	allowed := CASE OLD.status || ' ' || NEW.status
		WHEN 'PENDING ON_HOLD' THEN true
		WHEN 'PENDING REJECTED' THEN true
		WHEN 'PENDING CANCELLED' THEN true
		WHEN 'ON_HOLD PENDING' THEN true
		WHEN 'ON_HOLD REJECTED' THEN true
		WHEN 'ON_HOLD CANCELLED' THEN true
		-- The last approval counts: what was put on hold is approved again.
		WHEN 'PENDING APPROVED' THEN coalesce((SELECT a.status = 'APPROVED' AND a.amount = NEW.amount
				AND (a.policy = 'WITHDRAWAL_WITH_WARNING' OR NOT coalesce(NEW.decided_checks, '[]') @? '$[*] ? (@.result != "PASS")')
				AND a.requested_at >= coalesce(NEW.resumed_at, NEW.requested_at)
			FROM approvals a WHERE a.subject_type = TG_ARGV[1] AND a.subject_id = NEW.id ORDER BY a.requested_at DESC, a.id DESC LIMIT 1), false)
		WHEN 'APPROVED ON_HOLD' THEN true
		WHEN 'APPROVED REJECTED' THEN true
		WHEN 'APPROVED COMPLETED' THEN NEW.rail IS NULL
		WHEN 'APPROVED PROCESSING' THEN NEW.rail IS NOT NULL
		WHEN 'PROCESSING APPROVED' THEN true
		WHEN 'PROCESSING COMPLETED' THEN true
		WHEN 'PROCESSING FAILED' THEN true
		WHEN 'PROCESSING UNKNOWN' THEN true
		WHEN 'UNKNOWN PROCESSING' THEN true
		WHEN 'UNKNOWN COMPLETED' THEN true
		WHEN 'UNKNOWN FAILED' THEN true
		WHEN 'FAILED APPROVED' THEN true
		WHEN 'FAILED REJECTED' THEN true
		ELSE false END;
	IF NOT allowed THEN
		RAISE EXCEPTION 'a withdrawal does not change from % to %', OLD.status, NEW.status
			USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_status';
	END IF;
	-- While a rail may be paying, no decision gives the money away.
	IF NEW.status IN ('REJECTED', 'ON_HOLD', 'CANCELLED') AND EXISTS (SELECT FROM rail_attempts a
			WHERE a.order_type = TG_ARGV[0] AND a.order_id = NEW.id AND a.state IN ('SENDING', 'ACCEPTED', 'UNKNOWN')) THEN
		RAISE EXCEPTION 'a payment of this withdrawal is under way' USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_under_way';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "withdrawals_change" BEFORE UPDATE ON "withdrawals" FOR EACH ROW
	EXECUTE FUNCTION "keep_withdrawal"('withdrawal', 'manual_withdrawal', 'external_ref', 'proof_ids');
--> statement-breakpoint
CREATE TRIGGER "crypto_withdrawals_change" BEFORE UPDATE ON "crypto_withdrawals" FOR EACH ROW
	EXECUTE FUNCTION "keep_withdrawal"('crypto_withdrawal', 'crypto_withdrawal', 'coin_amount', 'rate', 'rate_at', 'tx_hash');
--> statement-breakpoint
-- The rate is locked with the approval, and only a new review releases it. What is sent is what the amount without the fee is worth at it.
CREATE FUNCTION "keep_locked_rate"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT (CASE
		WHEN OLD.status = 'PENDING' AND NEW.status = 'APPROVED' THEN NEW.coin_amount > 0 AND NEW.rate > 0
			AND NEW.coin_amount = trunc(NEW.net_amount / NEW.rate, NEW.decimals) - NEW.network_fee
		WHEN NEW.status = 'ON_HOLD' THEN (NEW.coin_amount, NEW.rate, NEW.rate_at) IS NOT DISTINCT FROM (NULL, NULL, NULL)
		ELSE (NEW.coin_amount, NEW.rate, NEW.rate_at) IS NOT DISTINCT FROM (OLD.coin_amount, OLD.rate, OLD.rate_at) END) THEN
		RAISE EXCEPTION 'the rate of a withdrawal is locked with its approval' USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_rate';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "crypto_withdrawals_rate" BEFORE UPDATE ON "crypto_withdrawals" FOR EACH ROW EXECUTE FUNCTION "keep_locked_rate"();
--> statement-breakpoint
-- As before, with withdrawals of coins.
CREATE OR REPLACE FUNCTION "keep_discrepancy"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.reference, NEW.rail, NEW.kind, NEW.withdrawal_id, NEW.crypto_withdrawal_id, NEW.load_id, NEW.redeem_id, NEW.rail_reference,
			NEW.expected, NEW.reported, NEW.seen_at, NEW.store_code)
		IS DISTINCT FROM (OLD.id, OLD.reference, OLD.rail, OLD.kind, OLD.withdrawal_id, OLD.crypto_withdrawal_id, OLD.load_id, OLD.redeem_id,
			OLD.rail_reference, OLD.expected, OLD.reported, OLD.seen_at, OLD.store_code)
		OR (OLD.status = 'RESOLVED' AND (NEW.status, NEW.resolution) IS DISTINCT FROM (OLD.status, OLD.resolution))
		OR ((OLD.status, NEW.status) IS DISTINCT FROM ('OPEN', 'RESOLVED')
			AND (NEW.correction, NEW.amount) IS DISTINCT FROM (OLD.correction, OLD.amount)) THEN
		RAISE EXCEPTION 'what was found, and how it was resolved, never changes' USING ERRCODE = '23514', CONSTRAINT = 'discrepancy_immutable';
	END IF;
	IF NEW.status <> OLD.status AND (NEW.correction, NEW.amount) IS DISTINCT FROM (NULL, NULL)
		AND NOT (coalesce(NEW.withdrawal_id, NEW.crypto_withdrawal_id, NEW.load_id, NEW.redeem_id) IS NOT NULL
			AND coalesce((SELECT a.status = 'APPROVED' AND a.amount = NEW.amount AND a.asked->>'correction' = NEW.correction
				FROM approvals a WHERE a.subject_type = 'discrepancy_correction' AND a.subject_id = NEW.id
				ORDER BY a.requested_at DESC, a.id DESC LIMIT 1), false)) THEN
		RAISE EXCEPTION 'a correction needs its approval' USING ERRCODE = '23514', CONSTRAINT = 'discrepancy_correction';
	END IF;
	RETURN NEW;
END $$;
