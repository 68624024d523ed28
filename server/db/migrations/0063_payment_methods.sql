CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"icon_id" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"direction" text NOT NULL,
	"minimum" numeric(20, 2) NOT NULL,
	"maximum" numeric(20, 2) NOT NULL,
	"level_ids" uuid[] DEFAULT '{}' NOT NULL,
	"instructions" text,
	"account_label" text,
	"qr_text" text,
	"fee_fixed" numeric(20, 2),
	"fee_percent" numeric(7, 2),
	"payout_fields" jsonb DEFAULT '[]' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_name_unique" ON "payment_methods" USING btree ("store_code",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "payment_methods_search" ON "payment_methods" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- Whoever could change the account alone could have the deposits of all users sent to themselves.
CREATE FUNCTION "keep_payment_account"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	approved approvals;
BEGIN
	SELECT * INTO approved FROM approvals a WHERE a.subject_type = 'payment_account' AND a.subject_id = NEW.id
		ORDER BY a.requested_at DESC, a.id DESC LIMIT 1;
	-- What the request leaves out stays as it is.
	IF approved.status IS DISTINCT FROM 'APPROVED' OR (NEW.account_label, NEW.qr_text, NEW.fee_fixed, NEW.fee_percent) IS DISTINCT FROM (
		CASE WHEN approved.asked ? 'account_label' THEN nullif(approved.asked->>'account_label', '') ELSE OLD.account_label END,
		CASE WHEN approved.asked ? 'qr_text' THEN nullif(approved.asked->>'qr_text', '') ELSE OLD.qr_text END,
		CASE WHEN approved.asked ? 'fee_fixed' THEN nullif(approved.asked->>'fee_fixed', '')::numeric ELSE OLD.fee_fixed END,
		CASE WHEN approved.asked ? 'fee_percent' THEN nullif(approved.asked->>'fee_percent', '')::numeric ELSE OLD.fee_percent END) THEN
		RAISE EXCEPTION 'the account of a payment method needs its approval' USING ERRCODE = '23514', CONSTRAINT = 'account_unapproved';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "payment_methods_account" BEFORE UPDATE ON "payment_methods" FOR EACH ROW
	WHEN ((NEW.account_label, NEW.qr_text, NEW.fee_fixed, NEW.fee_percent) IS DISTINCT FROM (OLD.account_label, OLD.qr_text, OLD.fee_fixed, OLD.fee_percent))
	EXECUTE FUNCTION "keep_payment_account"();
