CREATE TABLE "referral_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"referrer_kind" text NOT NULL,
	"referrer_amount" numeric(20, 2),
	"referrer_percent" numeric(30, 2),
	"referrer_most" numeric(20, 2),
	"referee_kind" text NOT NULL,
	"referee_amount" numeric(20, 2),
	"referee_percent" numeric(30, 2),
	"referee_most" numeric(20, 2),
	"wallet" text NOT NULL,
	"wagering_multiplier" numeric(30, 1),
	"expiry_days" integer,
	"cap_per_user" integer,
	"cap_per_month" integer,
	"criteria_id" uuid NOT NULL,
	"terms" text,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"activated_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"version_no" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_criteria" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"min_deposit" numeric(20, 2),
	"min_deposit_count" integer,
	"min_wager" numeric(20, 2),
	"kyc_required" boolean,
	"within_days" integer NOT NULL,
	"exclude_same_device" boolean,
	"exclude_same_ip" boolean,
	"level_ids" uuid[] DEFAULT '{}' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referrer_id" uuid NOT NULL,
	"referee_id" uuid NOT NULL,
	"signed_up_at" timestamp (3) with time zone NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_version" integer NOT NULL,
	"checks" jsonb DEFAULT '[]' NOT NULL,
	"referrer_amount" numeric(20, 2),
	"referee_amount" numeric(20, 2),
	"risk_level" text DEFAULT 'LOW' NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"qualified_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"evidence" jsonb DEFAULT '[]' NOT NULL,
	"outcome_reason" text,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"terms" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"reversal_reason" text
);
--> statement-breakpoint
CREATE TABLE "user_traces" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"shown" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_traces_user_id_kind_hash_pk" PRIMARY KEY("user_id","kind","hash")
);
--> statement-breakpoint
ALTER TABLE "user_bonuses" ALTER COLUMN "bonus_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "user_bonuses" ALTER COLUMN "bonus_version" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "business_timezone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_bonuses" ADD COLUMN "origin" text DEFAULT 'BONUS' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_bonuses" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "referral_rules" ADD CONSTRAINT "referral_rules_criteria_id_referral_criteria_id_fk" FOREIGN KEY ("criteria_id") REFERENCES "public"."referral_criteria"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referee_id_users_id_fk" FOREIGN KEY ("referee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_rule_id_referral_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."referral_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_traces" ADD CONSTRAINT "user_traces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "referral_rules_name_unique" ON "referral_rules" USING btree ("store_code",lower("name"));--> statement-breakpoint
CREATE INDEX "referral_rules_search" ON "referral_rules" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "referral_criteria_name_unique" ON "referral_criteria" USING btree ("store_code",lower("name"));--> statement-breakpoint
CREATE INDEX "referral_criteria_search" ON "referral_criteria" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "referrals_signed_up_at" ON "referrals" USING btree ("signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_store_code_signed_up_at" ON "referrals" USING btree ("store_code","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_referrer_id_signed_up_at" ON "referrals" USING btree ("referrer_id","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_store_code_referrer_id_signed_up_at" ON "referrals" USING btree ("store_code","referrer_id","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_referee_id_signed_up_at" ON "referrals" USING btree ("referee_id","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_store_code_referee_id_signed_up_at" ON "referrals" USING btree ("store_code","referee_id","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_status_signed_up_at" ON "referrals" USING btree ("status","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_store_code_status_signed_up_at" ON "referrals" USING btree ("store_code","status","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_risk_level_signed_up_at" ON "referrals" USING btree ("risk_level","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_store_code_risk_level_signed_up_at" ON "referrals" USING btree ("store_code","risk_level","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_rule_id_signed_up_at" ON "referrals" USING btree ("rule_id","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_store_code_rule_id_signed_up_at" ON "referrals" USING btree ("store_code","rule_id","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_referrer_id_status_signed_up_at" ON "referrals" USING btree ("referrer_id","status","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_store_code_referrer_id_status_signed_up_at" ON "referrals" USING btree ("store_code","referrer_id","status","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_referrer_id_risk_level_signed_up_at" ON "referrals" USING btree ("referrer_id","risk_level","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_store_code_referrer_id_risk_level_signed_up_at" ON "referrals" USING btree ("store_code","referrer_id","risk_level","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_referrer_id_rule_id_signed_up_at" ON "referrals" USING btree ("referrer_id","rule_id","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_store_code_referrer_id_rule_id_signed_up_at" ON "referrals" USING btree ("store_code","referrer_id","rule_id","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_status_risk_level_signed_up_at" ON "referrals" USING btree ("status","risk_level","signed_up_at","id");--> statement-breakpoint
CREATE INDEX "referrals_store_code_status_risk_level_signed_up_at" ON "referrals" USING btree ("store_code","status","risk_level","signed_up_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_referee" ON "referrals" USING btree ("referee_id");--> statement-breakpoint
CREATE INDEX "referrals_unchecked" ON "referrals" USING btree ("checked_at") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "user_traces_hash" ON "user_traces" USING btree ("kind","hash");--> statement-breakpoint
CREATE INDEX "user_bonuses_source" ON "user_bonuses" USING btree ("source_id") WHERE source_id is not null;
--> statement-breakpoint
-- Who invited whom, under which rule, never changes; what was earned does not change once it is paid. A payment of high risk and a
-- reversal need an approval.
CREATE FUNCTION "keep_referral"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.referrer_id, NEW.referee_id, NEW.signed_up_at, NEW.rule_id, NEW.rule_version, NEW.terms)
		IS DISTINCT FROM (OLD.id, OLD.referrer_id, OLD.referee_id, OLD.signed_up_at, OLD.rule_id, OLD.rule_version, OLD.terms)
		OR (OLD.status IN ('PAID', 'REVERSED') AND (NEW.referrer_amount, NEW.referee_amount, NEW.paid_at)
			IS DISTINCT FROM (OLD.referrer_amount, OLD.referee_amount, OLD.paid_at)) THEN
		RAISE EXCEPTION 'what was promised never changes' USING ERRCODE = '23514', CONSTRAINT = 'referral_immutable';
	END IF;
	IF OLD.status <> NEW.status AND NOT (
		(OLD.status = 'PENDING' AND NEW.status IN ('QUALIFIED', 'REJECTED', 'FRAUD_HOLD'))
		OR (OLD.status = 'QUALIFIED' AND NEW.status IN ('REJECTED', 'FRAUD_HOLD'))
		OR (OLD.status = 'QUALIFIED' AND NEW.status = 'PAID' AND (OLD.risk_level <> 'HIGH' OR EXISTS (SELECT FROM approvals a
			WHERE a.subject_type = 'referral_payment' AND a.subject_id = NEW.id AND a.status = 'APPROVED')))
		OR (OLD.status = 'FRAUD_HOLD' AND NEW.status IN ('PENDING', 'QUALIFIED', 'REJECTED'))
		OR (OLD.status = 'PAID' AND NEW.status = 'REVERSED' AND EXISTS (SELECT FROM approvals a
			WHERE a.subject_type = 'referral_reversal' AND a.subject_id = NEW.id AND a.status = 'APPROVED'))) THEN
		RAISE EXCEPTION 'a referral does not change from % to %', OLD.status, NEW.status
			USING ERRCODE = '23514', CONSTRAINT = 'referral_status';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "referrals_change" BEFORE UPDATE ON "referrals" FOR EACH ROW EXECUTE FUNCTION "keep_referral"();
--> statement-breakpoint
CREATE TRIGGER "referrals_kept" BEFORE DELETE ON "referrals" FOR EACH ROW EXECUTE FUNCTION "refuse_approval_change"();
