CREATE TABLE "coin_quotes" (
	"coin_id" uuid PRIMARY KEY NOT NULL,
	"rate" numeric(30, 8),
	"rate_at" timestamp (3) with time zone,
	"balance" numeric(36, 18),
	"balance_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "crypto_deposits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT 'CD-' || new_number() NOT NULL,
	"user_id" uuid NOT NULL,
	"coin_id" uuid NOT NULL,
	"network" text NOT NULL,
	"symbol" text NOT NULL,
	"decimals" integer NOT NULL,
	"required_confirmations" integer NOT NULL,
	"address" text,
	"amount_asked" numeric(20, 2),
	"coin_asked" numeric(38, 18),
	"rate" numeric(30, 8),
	"rate_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"coin_amount" numeric(38, 18),
	"amount" numeric(20, 2),
	"requested_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'AWAITING_PAYMENT' NOT NULL,
	"stage" text DEFAULT 'OPEN' NOT NULL,
	"finding" text,
	"hold_reason" text,
	"resolve_from" timestamp (3) with time zone,
	"promo_code" text,
	"source" text DEFAULT 'APP' NOT NULL,
	"rail" text NOT NULL,
	"credited_at" timestamp (3) with time zone,
	"bonus" text,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(reference, '')) || E'\n' || fold(coalesce(address, ''))) STORED NOT NULL,
	"claimed_by" uuid,
	"claim_until" timestamp (3) with time zone,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_reviewed" boolean DEFAULT false NOT NULL,
	"origin_id" uuid
);
--> statement-breakpoint
CREATE TABLE "crypto_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deposit_id" uuid NOT NULL,
	"network" text NOT NULL,
	"hash" text NOT NULL,
	"output" integer NOT NULL,
	"symbol" text NOT NULL,
	"amount" numeric(36, 18) NOT NULL,
	"is_late" boolean NOT NULL,
	"rate" numeric(30, 8),
	"worth" numeric(20, 2),
	"state" text NOT NULL,
	"confirmations" integer NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "crypto_coins" ADD COLUMN "rail" text;--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD CONSTRAINT "crypto_deposits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD CONSTRAINT "crypto_deposits_coin_id_crypto_coins_id_fk" FOREIGN KEY ("coin_id") REFERENCES "public"."crypto_coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD CONSTRAINT "crypto_deposits_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_deposits_reference_unique" ON "crypto_deposits" USING btree (lower("reference" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "crypto_deposits_requested_at" ON "crypto_deposits" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_store_code_requested_at" ON "crypto_deposits" USING btree ("store_code","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_stage_requested_at" ON "crypto_deposits" USING btree ("stage","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_store_code_stage_requested_at" ON "crypto_deposits" USING btree ("store_code","stage","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_status_requested_at" ON "crypto_deposits" USING btree ("status","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_store_code_status_requested_at" ON "crypto_deposits" USING btree ("store_code","status","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_user_id_requested_at" ON "crypto_deposits" USING btree ("user_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_coin_id_requested_at" ON "crypto_deposits" USING btree ("coin_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_store_code_coin_id_requested_at" ON "crypto_deposits" USING btree ("store_code","coin_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_stage_coin_id_requested_at" ON "crypto_deposits" USING btree ("stage","coin_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_store_code_stage_coin_id_requested_at" ON "crypto_deposits" USING btree ("store_code","stage","coin_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_stage_user_id_requested_at" ON "crypto_deposits" USING btree ("stage","user_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_search" ON "crypto_deposits" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "crypto_deposits_by_reference" ON "crypto_deposits" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "crypto_deposits_origin" ON "crypto_deposits" USING btree (origin_id) WHERE origin_id is not null;--> statement-breakpoint
CREATE INDEX "crypto_deposits_expires" ON "crypto_deposits" USING btree ("expires_at") WHERE status = 'CONFIRMING';--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_payments_name" ON "crypto_payments" USING btree ("network","hash","output");--> statement-breakpoint
CREATE INDEX "crypto_payments_deposit" ON "crypto_payments" USING btree ("deposit_id");--> statement-breakpoint
ALTER TABLE "crypto_payments" ADD CONSTRAINT "crypto_payments_deposit_fk" FOREIGN KEY ("deposit_id") REFERENCES "crypto_deposits"("id");--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD CONSTRAINT "crypto_deposits_origin_fk" FOREIGN KEY ("origin_id") REFERENCES "crypto_deposits"("id");--> statement-breakpoint
ALTER TABLE "coin_quotes" ADD CONSTRAINT "coin_quotes_coin_fk" FOREIGN KEY ("coin_id") REFERENCES "crypto_coins"("id");--> statement-breakpoint
-- The part of the list follows from the state.
CREATE FUNCTION "crypto_deposit_stage"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	NEW.stage := CASE
		WHEN NEW.status IN ('AWAITING_PAYMENT', 'CONFIRMING') THEN 'OPEN'
		WHEN NEW.status IN ('UNDERPAID', 'OVERPAID', 'LATE', 'REVIEW') THEN 'TO_RESOLVE'
		WHEN NEW.status = 'COMPLETED' THEN 'CREDITED'
		ELSE NEW.status END;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "crypto_deposits_stage" BEFORE INSERT OR UPDATE ON "crypto_deposits" FOR EACH ROW EXECUTE FUNCTION "crypto_deposit_stage"();--> statement-breakpoint
-- What was asked never changes; a deposit is credited once, for what its confirmed payments are worth: by itself where they came in time, are
-- what was asked within 0.5 %, and its user is active and nobody has put it on hold; otherwise as it was approved.
CREATE FUNCTION "keep_crypto_deposit"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	paid record;
BEGIN
	IF (NEW.id, NEW.reference, NEW.user_id, NEW.coin_id, NEW.network, NEW.symbol, NEW.decimals, NEW.required_confirmations, NEW.amount_asked,
			NEW.coin_asked, NEW.rate, NEW.rate_at, NEW.expires_at, NEW.requested_at, NEW.promo_code, NEW.source, NEW.rail, NEW.origin_id, NEW.store_code)
		IS DISTINCT FROM (OLD.id, OLD.reference, OLD.user_id, OLD.coin_id, OLD.network, OLD.symbol, OLD.decimals, OLD.required_confirmations, OLD.amount_asked,
			OLD.coin_asked, OLD.rate, OLD.rate_at, OLD.expires_at, OLD.requested_at, OLD.promo_code, OLD.source, OLD.rail, OLD.origin_id, OLD.store_code)
		OR (OLD.address IS NOT NULL AND NEW.address IS DISTINCT FROM OLD.address)
		OR (OLD.is_reviewed AND NOT NEW.is_reviewed)
		OR (OLD.status = 'COMPLETED' AND (NEW.status, NEW.amount, NEW.coin_amount) IS DISTINCT FROM (OLD.status, OLD.amount, OLD.coin_amount)) THEN
		RAISE EXCEPTION 'what was asked and what was credited never changes' USING ERRCODE = '23514', CONSTRAINT = 'crypto_deposit_immutable';
	END IF;
	IF NEW.status = 'COMPLETED' AND OLD.status <> 'COMPLETED' THEN
		SELECT coalesce(sum(p.amount), 0) AS coins, sum(p.worth) AS worth, bool_and(p.worth IS NOT NULL) AS is_rated,
			bool_and(p.confirmations >= NEW.required_confirmations) AS is_confirmed, bool_or(p.is_late) AS is_late
			INTO paid FROM crypto_payments p WHERE p.deposit_id = NEW.id AND p.state <> 'REORGANISED';
		IF OLD.status IN ('ON_HOLD', 'FAILED') OR paid.is_rated IS NOT TRUE OR paid.is_confirmed IS NOT TRUE OR paid.worth <= 0
			OR paid.worth IS DISTINCT FROM NEW.amount OR paid.coins IS DISTINCT FROM NEW.coin_amount
			OR NOT (EXISTS (SELECT FROM approvals a WHERE a.subject_type = 'crypto_deposit' AND a.subject_id = NEW.id
					AND a.status = 'APPROVED' AND a.amount = NEW.amount)
				OR (NOT NEW.is_reviewed AND NOT paid.is_late AND NEW.coin_asked IS NOT NULL
					AND abs(paid.coins - NEW.coin_asked) * 10000 <= NEW.coin_asked * 50
					AND EXISTS (SELECT FROM users u WHERE u.id = NEW.user_id AND u.account_status = 'ACTIVE' AND NOT u.is_deleted))) THEN
			RAISE EXCEPTION 'a deposit is credited by its payments or an approval' USING ERRCODE = '23514', CONSTRAINT = 'crypto_deposit_status';
		END IF;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "crypto_deposits_change" BEFORE UPDATE ON "crypto_deposits" FOR EACH ROW EXECUTE FUNCTION "keep_crypto_deposit"();--> statement-breakpoint
-- What was paid never changes, and only a later report of it counts. A rate is set once.
CREATE FUNCTION "keep_crypto_payment"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		RAISE EXCEPTION 'a payment is never removed' USING ERRCODE = '23514', CONSTRAINT = 'crypto_payment_immutable';
	END IF;
	IF (NEW.id, NEW.deposit_id, NEW.network, NEW.hash, NEW.output, NEW.symbol, NEW.amount, NEW.is_late, NEW.seen_at)
		IS DISTINCT FROM (OLD.id, OLD.deposit_id, OLD.network, OLD.hash, OLD.output, OLD.symbol, OLD.amount, OLD.is_late, OLD.seen_at)
		OR NEW.told_at < OLD.told_at
		OR (OLD.rate IS NOT NULL AND (NEW.rate, NEW.worth) IS DISTINCT FROM (OLD.rate, OLD.worth)) THEN
		RAISE EXCEPTION 'what was paid never changes' USING ERRCODE = '23514', CONSTRAINT = 'crypto_payment_immutable';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "crypto_payments_change" BEFORE UPDATE OR DELETE ON "crypto_payments" FOR EACH ROW EXECUTE FUNCTION "keep_crypto_payment"();
--> statement-breakpoint
-- As for manual deposits: nothing is credited to an account that takes no money. After the other checks, by its name.
CREATE TRIGGER "crypto_deposits_user" BEFORE UPDATE ON "crypto_deposits" FOR EACH ROW
	WHEN (OLD.status <> 'COMPLETED' AND NEW.status = 'COMPLETED') EXECUTE FUNCTION "check_deposit_account"();
