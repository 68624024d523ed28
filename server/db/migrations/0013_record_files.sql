ALTER TABLE "game_types" ADD COLUMN "icon_id" uuid;--> statement-breakpoint
ALTER TABLE "game_types" ADD COLUMN "document_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "crypto_coins" ADD COLUMN "icon_id" uuid;