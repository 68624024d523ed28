CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT 'W-' || new_number() NOT NULL,
	"user_id" uuid NOT NULL,
	"payment_method_id" uuid NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"fee" numeric(20, 2) NOT NULL,
	"net_amount" numeric(20, 2) NOT NULL,
	"payee" text NOT NULL,
	"destination" text NOT NULL,
	"source" text DEFAULT 'APP' NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"hold_reason" text,
	"wakes_at" timestamp (3) with time zone,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason_code" text,
	"user_text" text,
	"rail" text,
	"external_ref" text,
	"paid_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(reference, '')) || E'\n' || fold(coalesce(payee, '')) || E'\n' || fold(coalesce(external_ref, ''))) STORED NOT NULL,
	"claimed_by" uuid,
	"claim_until" timestamp (3) with time zone,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"payout_sealed" text,
	"payout_fingerprint" text,
	"decided_checks" jsonb,
	"resumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"withdrawal_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"reference" text NOT NULL,
	"rail" text NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"lookups" integer DEFAULT 0 NOT NULL,
	"external_ref" text,
	"message" text
);
--> statement-breakpoint
CREATE TABLE "payout_details" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"payment_method_id" uuid NOT NULL,
	"payee" text NOT NULL,
	"sealed" text NOT NULL,
	"masked" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rail_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rail" text NOT NULL,
	"event_id" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "rail" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_details" ADD CONSTRAINT "payout_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_details" ADD CONSTRAINT "payout_details_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_reference_unique" ON "withdrawals" USING btree (lower("reference" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "withdrawals_requested_at" ON "withdrawals" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_store_code_requested_at" ON "withdrawals" USING btree ("store_code","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_status_requested_at" ON "withdrawals" USING btree ("status","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_store_code_status_requested_at" ON "withdrawals" USING btree ("store_code","status","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_user_id_requested_at" ON "withdrawals" USING btree ("user_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_status_user_id_requested_at" ON "withdrawals" USING btree ("status","user_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_payment_method_id_requested_at" ON "withdrawals" USING btree ("payment_method_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_store_code_payment_method_id_requested_at" ON "withdrawals" USING btree ("store_code","payment_method_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_status_payment_method_id_requested_at" ON "withdrawals" USING btree ("status","payment_method_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_store_code_status_payment_method_id_requested_at" ON "withdrawals" USING btree ("store_code","status","payment_method_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_amount" ON "withdrawals" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "withdrawals_store_code_amount" ON "withdrawals" USING btree ("store_code","amount","id");--> statement-breakpoint
CREATE INDEX "withdrawals_status_amount" ON "withdrawals" USING btree ("status","amount","id");--> statement-breakpoint
CREATE INDEX "withdrawals_store_code_status_amount" ON "withdrawals" USING btree ("store_code","status","amount","id");--> statement-breakpoint
CREATE INDEX "withdrawals_search" ON "withdrawals" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "withdrawals_wakes_at" ON "withdrawals" USING btree ("wakes_at") WHERE status = 'ON_HOLD' and wakes_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_attempts_number" ON "payout_attempts" USING btree ("withdrawal_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_attempts_reference" ON "payout_attempts" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "payout_attempts_open" ON "payout_attempts" USING btree ("state") WHERE state in ('SENDING', 'ACCEPTED', 'UNKNOWN');--> statement-breakpoint
CREATE UNIQUE INDEX "payout_details_of_user" ON "payout_details" USING btree ("user_id","payment_method_id");--> statement-breakpoint
CREATE INDEX "payout_details_fingerprint" ON "payout_details" USING btree ("fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "rail_events_event" ON "rail_events" USING btree ("rail","event_id");
--> statement-breakpoint
-- The fee of a withdrawal is taken from the locked money when it is paid.
INSERT INTO "transfer_purposes" ("purpose", "type", "debits", "credits", "counts", "settles") VALUES
	('WITHDRAWAL_FEE', 'FEE', '{LOCKED}', '{FEES}', NULL, NULL);
--> statement-breakpoint
-- What was requested stays as it is; and a withdrawal is paid only after its approval, and by staff only where no rail pays it.
CREATE FUNCTION "keep_withdrawal"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	allowed boolean;
BEGIN
	IF (NEW.id, NEW.reference, NEW.user_id, NEW.payment_method_id, NEW.amount, NEW.fee, NEW.net_amount, NEW.payee, NEW.destination,
			NEW.source, NEW.requested_at, NEW.rail, NEW.store_code, NEW.payout_sealed, NEW.payout_fingerprint)
		IS DISTINCT FROM (OLD.id, OLD.reference, OLD.user_id, OLD.payment_method_id, OLD.amount, OLD.fee, OLD.net_amount, OLD.payee, OLD.destination,
			OLD.source, OLD.requested_at, OLD.rail, OLD.store_code, OLD.payout_sealed, OLD.payout_fingerprint) THEN
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
			FROM approvals a WHERE a.subject_type = 'manual_withdrawal' AND a.subject_id = NEW.id ORDER BY a.requested_at DESC, a.id DESC LIMIT 1), false)
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
	IF NEW.status IN ('REJECTED', 'ON_HOLD', 'CANCELLED') AND EXISTS (SELECT FROM payout_attempts a
			WHERE a.withdrawal_id = NEW.id AND a.state IN ('SENDING', 'ACCEPTED', 'UNKNOWN')) THEN
		RAISE EXCEPTION 'a payment of this withdrawal is under way' USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_under_way';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "withdrawals_change" BEFORE UPDATE ON "withdrawals" FOR EACH ROW EXECUTE FUNCTION "keep_withdrawal"();
--> statement-breakpoint
-- Two attempts at once could pay twice.
CREATE UNIQUE INDEX "payout_attempts_one" ON "payout_attempts" ("withdrawal_id") WHERE state IN ('QUEUED', 'SENDING', 'ACCEPTED', 'UNKNOWN');
--> statement-breakpoint
-- Who pays is changed as the account is: by the approval of another person.
CREATE OR REPLACE FUNCTION "keep_payment_account"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	approved approvals;
BEGIN
	SELECT * INTO approved FROM approvals a WHERE a.subject_type = 'payment_account' AND a.subject_id = NEW.id
		ORDER BY a.requested_at DESC, a.id DESC LIMIT 1;
	-- What the request leaves out stays as it is.
	IF approved.status IS DISTINCT FROM 'APPROVED' OR (NEW.account_label, NEW.qr_text, NEW.fee_fixed, NEW.fee_percent, NEW.rail) IS DISTINCT FROM (
		CASE WHEN approved.asked ? 'account_label' THEN nullif(approved.asked->>'account_label', '') ELSE OLD.account_label END,
		CASE WHEN approved.asked ? 'qr_text' THEN nullif(approved.asked->>'qr_text', '') ELSE OLD.qr_text END,
		CASE WHEN approved.asked ? 'fee_fixed' THEN nullif(approved.asked->>'fee_fixed', '')::numeric ELSE OLD.fee_fixed END,
		CASE WHEN approved.asked ? 'fee_percent' THEN nullif(approved.asked->>'fee_percent', '')::numeric ELSE OLD.fee_percent END,
		CASE WHEN approved.asked ? 'rail' THEN nullif(approved.asked->>'rail', '') ELSE OLD.rail END) THEN
		RAISE EXCEPTION 'the account of a payment method needs its approval' USING ERRCODE = '23514', CONSTRAINT = 'account_unapproved';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
DROP TRIGGER "payment_methods_account" ON "payment_methods";
--> statement-breakpoint
CREATE TRIGGER "payment_methods_account" BEFORE UPDATE ON "payment_methods" FOR EACH ROW
	WHEN ((NEW.account_label, NEW.qr_text, NEW.fee_fixed, NEW.fee_percent, NEW.rail)
		IS DISTINCT FROM (OLD.account_label, OLD.qr_text, OLD.fee_fixed, OLD.fee_percent, OLD.rail))
	EXECUTE FUNCTION "keep_payment_account"();
