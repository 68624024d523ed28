ALTER TABLE "game_platforms" ADD COLUMN "logo_id" uuid;--> statement-breakpoint
-- Every platform has a logo: those from before get a grey disc, each as a file of its own, until somebody uploads theirs.
UPDATE "game_platforms" SET "logo_id" = gen_random_uuid();--> statement-breakpoint
INSERT INTO "files" ("id", "purpose", "visibility", "record_id", "content_type", "byte_size", "width", "height", "sha256", "bytes", "thumbnail", "name", "created_by", "store", "created_at", "attached_at")
SELECT p.logo_id, 'platform.logo', 'public', p.id, 'image/png', length(d.disc), 64, 64, encode(sha256(d.disc), 'hex'), d.disc, d.disc, 'logo.png',
	coalesce(p.created_by, '00000000-0000-0000-0000-000000000000'), p.store_code, p.created_at, p.created_at
FROM "game_platforms" p, (SELECT decode('89504e470d0a1a0a0000000d4948445200000040000000400203000000d707994d0000000c504c54459ca3af9ca3af9ca3af9ca3afaa11ad360000000474524e530055aaffa00e312f000000d24944415478dacd94bb11c230104405cce080801228c125d84db80e4a8012e88412a004974009040486311cb62559da79012997e9cde8749f5d3937c5a2696a97c5e26cf6cac9de8678a6736153b4333878f08ee7b5853805b08be011c025828f3f2f6d8ea3de8877aa047a4d119264297c922207ade6f459cb1c74a991d48e490cb35150bb9582abbe3abebb5170735b0577ad6bacac54d011540a7aad7cacfd6f014affdd2d06841162c8580316855562d9940304034941749025844b6943fcb0070c448bc184b0298d0cabf333c8be8b2ff558042c63e1a73c0000000049454e44ae426082', 'hex') AS disc) d;--> statement-breakpoint
ALTER TABLE "game_platforms" ALTER COLUMN "logo_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "game_platforms" ADD COLUMN "short_description" text;--> statement-breakpoint
ALTER TABLE "game_platforms" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "game_platforms" ADD COLUMN "image_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "game_platforms" ADD COLUMN "meta_title" text;--> statement-breakpoint
ALTER TABLE "game_platforms" ADD COLUMN "meta_description" text;--> statement-breakpoint
ALTER TABLE "game_platforms" ADD COLUMN "canonical_url" text;--> statement-breakpoint
ALTER TABLE "game_platforms" ADD COLUMN "og_image_id" uuid;--> statement-breakpoint
ALTER TABLE "game_platforms" ADD COLUMN "noindex" boolean;